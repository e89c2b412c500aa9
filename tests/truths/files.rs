//! Files keep whatever name a user gives to a thing.

use chetaev::prelude::*;
use chetaev::simulate::Table;

/// The cells of a CSV file by RFC 4180.
fn cells(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut within) = (vec![vec![String::new()]], false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let row = rows.last_mut().unwrap();
        match letter {
            '"' if within && letters.next_if_eq(&'"').is_some() => row.last_mut().unwrap().push('"'),
            '"' => within = !within,
            ',' if !within => row.push(String::new()),
            '\n' if !within => rows.push(vec![String::new()]),
            other => row.last_mut().unwrap().push(other),
        }
    }
    rows.pop();
    rows
}

#[test]
fn property_files_keep_any_name() {
    let odd = "a \"b\", 'c'\\ <d>\n</script>é";
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let bob = builder.body(odd, RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    let id = builder.constraint(odd, Revolute::new(GROUND.origin(), bob.point(-0.5, 0.0)));
    builder.friction(odd, FrictionPoint::in_pin(id, 0.1), Coulomb::new(0.2));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).every(0.1).run(model.start().project().unwrap(), 2.0).unwrap();
    let table = [odd, odd, ""].into_iter().fold(run.table(), |table, name| table.with(name, vec![1.0; run.len()]));
    let rows = cells(&table.to_csv());
    assert_eq!(rows[0], table.names());
    assert!(rows.len() == run.len() + 1 && rows.iter().all(|row| row.len() == table.names().len()));
    let file = std::env::temp_dir().join(format!("chetaev-names-{}", std::process::id())).join("transitions.csv");
    run.write_transitions(&file).unwrap();
    let rows = cells(&std::fs::read_to_string(&file).unwrap());
    assert!(rows.len() > 1 && rows[1..].iter().all(|row| row.len() == 6 && row[1] == odd), "{rows:?}");
    // NumPy reads a name as Python does, and refuses the same one twice.
    let npy = table.to_npy();
    let header = String::from_utf8_lossy(&npy[12..12 + u32::from_le_bytes(npy[8..12].try_into().unwrap()) as usize]);
    assert_eq!(header.matches('\n').count(), 1, "{header}");
    assert!(header.contains(r#"('a "b", \'c\'\\ <d>\x0a</script>é', '<f8')"#), "{header}");
    assert!(header.contains(r"</script>é_2', '<f8')"), "{header}");
    // Nothing ends the page's script but its own end.
    let (ball, _) = super::mechanisms::ball();
    let plain = Simulation::new(&ball).run(ball.placed(), 0.1).unwrap().player().to_html().unwrap();
    let ends = |page: &str| page.matches("</script>").count();
    assert_eq!(ends(&run.player().title(odd).to_html().unwrap()), ends(&plain));
}

#[test]
fn property_a_table_has_the_columns_that_it_was_given() {
    let table = Table::of("a", vec![1.0, 2.0]).with("b", vec![3.0, 4.0]);
    assert_eq!(table.names(), ["a", "b"]);
    assert_eq!(table.columns(), [vec![1.0, 2.0], vec![3.0, 4.0]]);
    assert_eq!(table.column("a"), Some(&[1.0, 2.0][..]));
    assert_eq!(cells(&table.to_csv()), [["a", "b"], ["1.0", "3.0"], ["2.0", "4.0"]]);
}
