//! How outputs depend on inputs.

use crate::built::Shown;
use crate::error::FmuError;
use crate::now::Phase;
use crate::unit::Unit;

impl Unit {
    /// The slopes of outputs along a direction of inputs, state and modes of friction being held.
    pub(crate) fn slope(&mut self, outputs: &[u32], inputs: &[u32], seed: &[f64]) -> Result<Vec<f64>, FmuError> {
        self.expect(&[Phase::Initialization, Phase::Running], "differentiated")?;
        let from = self.start()?;
        let built = self.built()?;
        // Friction and contacts are held as a step would begin, with the inputs as they are now: what is not decided yet, each place beside would decide for itself.
        let run = self.run(built, from.clone(), from.t)?;
        let state = run.last().map_or(from, |at| at.state());
        let mut moved = Vec::new();
        for (reference, seed) in inputs.iter().zip(seed) {
            let index = self.index(*reference)?;
            let input = built.inputs.iter().find(|(it, _)| *it == index);
            let (_, id) = input.ok_or_else(|| {
                FmuError::Asked(format!(
                    "`{}` is no input: outputs are differentiated by inputs only",
                    self.contents.variables[index].name
                ))
            })?;
            moved.push((*id, *seed));
        }
        let mut columns = Vec::new();
        for reference in outputs {
            let index = self.index(*reference)?;
            let output = built.outputs.iter().find(|(it, _)| *it == index);
            let (_, output) = output
                .ok_or_else(|| FmuError::Asked(format!("`{}` is no output", self.contents.variables[index].name)))?;
            // What was counted until now no input changes.
            columns.push(match output {
                Shown::Column(column) => Some(column),
                Shown::Doubts(_) => None,
            });
        }
        // Forces are of the first degree in what is held, or nearly so: differences to both sides, at twice the distance once more (order 4).
        let largest = moved.iter().fold(1.0, |most: f64, (id, _)| most.max(state.variable(*id).abs()));
        let length = moved.iter().fold(0.0, |most: f64, (_, seed)| most.max(seed.abs()));
        if length == 0.0 {
            return Ok(vec![0.0; columns.len()]);
        }
        let unit = 1e-3 * largest / length;
        let at = |times: f64| {
            let mut beside = state.clone();
            moved.iter().for_each(|(id, seed)| beside.set_variable(*id, state.variable(*id) + times * unit * seed));
            let instant = built.model.read(&beside);
            columns.iter().map(|column| column.map_or(0.0, |it| it.at(&instant))).collect::<Vec<f64>>()
        };
        let [far_below, below, above, far_above] = [-2.0, -1.0, 1.0, 2.0].map(at);
        let slope = |k: usize| (8.0 * (above[k] - below[k]) - (far_above[k] - far_below[k])) / (12.0 * unit);
        Ok((0..columns.len()).map(slope).collect())
    }
}
