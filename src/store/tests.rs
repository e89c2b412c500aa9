//! What is written is read again here by a reader that knows nothing of the writer.

use super::Arrays;
use crate::prelude::*;
use std::error::Error;

type Outcome = Result<(), Box<dyn Error>>;

fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte))
}

/// Members of a stored ZIP archive, found through its directory.
fn members(zip: &[u8]) -> Vec<(String, &[u8])> {
    let end = &zip[zip.len() - 22..];
    assert_eq!(&end[..4], b"PK\x05\x06");
    let (count, mut at) = (number(&end[10..12]), number(&end[16..20]));
    let mut found = Vec::new();
    for _ in 0..count {
        let entry = &zip[at..];
        assert_eq!(&entry[..4], b"PK\x01\x02");
        assert_eq!(number(&entry[10..12]), 0, "stored, not compressed");
        let (size, name, start) = (number(&entry[24..28]), number(&entry[28..30]), number(&entry[42..46]));
        let local = &zip[start..];
        assert_eq!(&local[..4], b"PK\x03\x04");
        assert_eq!(local[14..26], entry[16..28], "both headers give the same checksum and sizes");
        let data = &local[30 + number(&local[26..28]) + number(&local[28..30])..][..size];
        found.push((String::from_utf8_lossy(&entry[46..46 + name]).into_owned(), data));
        at += 46 + name;
    }
    assert_eq!(at, zip.len() - 22, "the directory ends where the end begins");
    found
}

/// Header and data of an `.npy` file.
fn npy(file: &[u8]) -> (String, &[u8]) {
    assert_eq!(&file[..6], b"\x93NUMPY");
    let before = if file[6] == 1 { 10 } else { 12 };
    let length = number(&file[8..before]);
    assert_eq!((before + length) % 64, 0);
    (String::from_utf8_lossy(&file[before..before + length]).into_owned(), &file[before + length..])
}

fn floats(data: &[u8]) -> Vec<f64> {
    data.chunks_exact(8).map(|x| f64::from_le_bytes(std::array::from_fn(|i| x[i]))).collect()
}

#[test]
fn golden_arrays() -> Outcome {
    let bytes = Arrays::new()
        .numbers("x", &[2, 3], &[1.0, -2.5, f64::NAN, 0.0, 1e300, 4.0])
        .codes("c", &[3], &[0, 1, -1])
        .texts("n", &["disk.θ", "B"])
        .to_bytes()?;
    let files = members(&bytes);
    let (header, data) = npy(files[0].1);
    assert_eq!(
        (files[0].0.as_str(), header.trim_end()),
        ("x.npy", "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3,), }")
    );
    assert_eq!(floats(data)[4], 1e300);
    let (header, data) = npy(files[1].1);
    assert_eq!((header.contains("'|i1'"), data), (true, &[0, 1, 255][..]));
    let (header, data) = npy(files[2].1);
    assert!(header.contains("'<U6'") && header.contains("'shape': (2,),"), "{header}");
    assert_eq!((data.len(), number(&data[20..24]), number(&data[24..28]), number(&data[28..32])), (48, 0x3b8, 0x42, 0));
    Ok(())
}

#[test]
fn identity_a_run_written_as_arrays_reads_back_bit_for_bit() -> Outcome {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let rod = builder.body("rod", RigidBody::rod(1.0, 0.5).at(0.25, 0.0, 0.0));
    let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.25, 0.0)));
    let model = builder.build()?;
    let low = Event::new("low", |at| at.v()[2]).falling();
    let run = Simulation::new(&model).every(0.05).event(low).run(model.start().project()?, 2.0)?;
    let bytes = run.arrays().to_bytes()?;
    let files = members(&bytes);
    let read = |name: &str| {
        let (_, file) = files.iter().find(|(n, _)| *n == format!("{name}.npy")).unwrap();
        npy(file)
    };
    let shape = |rows: usize, columns: usize| format!("'shape': ({rows}, {columns},)");
    assert!(read("q").0.contains(&shape(run.len(), 3)) && read("multipliers").0.contains(&shape(run.len(), 2)));
    assert_eq!(floats(read("q").1), run.samples().flat_map(|at| at.q().to_vec()).collect::<Vec<f64>>());
    assert_eq!(floats(read("multipliers").1), run.samples().flat_map(|at| at.multipliers(pin)).collect::<Vec<f64>>());
    assert_eq!(floats(read("phi_ddot").1), run.samples().flat_map(|at| at.phi_ddot(pin)).collect::<Vec<f64>>());
    assert_eq!(floats(read("balance").1), run.column(|at| at.balance()));
    assert!(!run.events().is_empty(), "moot");
    assert_eq!(floats(read("event_t").1), run.events().iter().map(|event| event.t).collect::<Vec<f64>>());
    // The table as records.
    let table = run.table();
    let file = table.to_npy();
    let (header, data) = npy(&file);
    assert!(header.contains("('rod.theta', '<f8')") && header.contains(&format!("'shape': ({},)", run.len())));
    let width = table.names().len();
    let energy = table.names().iter().position(|name| name == "kinetic").ok_or("no column")?;
    let column: Vec<f64> = floats(data).into_iter().skip(energy).step_by(width).collect();
    assert_eq!(Some(&column[..]), table.column("kinetic"));
    Ok(())
}
