//! Accelerations of a robot's joints, for `urdf/test.py` and `urdf/mjcf.py`: `aba file.urdf`, or `aba file.xml` of MuJoCo, with springs and dampers, prints the names of the joints that move, and then, for each line of values, rates and efforts that it reads, their accelerations.

use chetaev::prelude::*;
use chetaev_urdf::{Mjcf, Urdf};
use std::io::{BufRead, Write};

fn main() -> Result<(), Report> {
    let path = std::env::args().nth(1).ok_or("give the file of a robot")?;
    let mut robot = if path.ends_with(".xml") {
        Mjcf::read(path)?.without_limits().mechanism()?
    } else {
        let mut robot = Urdf::read(path)?.without_limits().without_losses().without_mimics().mechanism()?;
        robot.builder.gravity([0.0, 0.0, -9.81]);
        robot
    };
    let names: Vec<String> = robot.tree.joint_names().into_iter().map(str::to_owned).collect();
    let coordinates = names.iter().map(|name| robot.coordinate(name)).collect::<Result<Vec<_>, _>>()?;
    let motors = names.iter().map(|name| robot.motor(name)).collect::<Result<Vec<_>, _>>()?;
    let model = robot.builder.build()?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", names.join(" "))?;
    for line in std::io::stdin().lock().lines() {
        let numbers = line?.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>()?;
        let n = names.len();
        if numbers.len() != 3 * n {
            return Err(format!("{} numbers were given, and {} are needed", numbers.len(), 3 * n).into());
        }
        let mut state = robot.tree.state(&model, &numbers[..n], &numbers[n..2 * n])?;
        motors.iter().zip(&numbers[2 * n..]).for_each(|(motor, effort)| state.set_variable(*motor, *effort));
        let at = model.read(&state);
        let found = coordinates.iter().map(|it| it.second_rate(&at)).collect::<Result<Vec<f64>, _>>()?;
        writeln!(out, "{}", found.iter().map(|x| format!("{x:e}")).collect::<Vec<_>>().join(" "))?;
    }
    Ok(())
}
