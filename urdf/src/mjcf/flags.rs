//! What `option` switches off.

use super::Spring;
use crate::file::Joint;
use roxmltree::Node;

/// What acts.
#[derive(Copy, Clone, Debug)]
pub(super) struct Flags {
    pub(super) gravity: bool,
    pub(super) equality: bool,
    pub(super) contacts: bool,
    springs: bool,
    damping: bool,
    friction: bool,
    limits: bool,
}

impl Flags {
    pub(super) fn of(root: Node<'_, '_>) -> Self {
        let options = root.children().filter(|it| it.has_tag_name("option"));
        let flags = || options.clone().flat_map(|it| it.children()).filter(|it| it.has_tag_name("flag"));
        // Of several words the last one counts.
        let acts = |name: &str| flags().filter_map(|it| it.attribute(name)).next_back() != Some("disable");
        // Springs and dampers had one flag before MuJoCo 4.0.
        let (constraints, passive) = (acts("constraint"), acts("passive"));
        Self {
            gravity: acts("gravity"),
            equality: constraints && acts("equality"),
            contacts: constraints && acts("contact"),
            springs: passive && acts("spring"),
            damping: passive && acts("damper"),
            friction: constraints && acts("frictionloss"),
            limits: constraints && acts("limit"),
        }
    }

    /// Takes out of joints what does not act.
    pub(super) fn switch_off(&self, joints: &mut [Joint], springs: &mut Vec<Spring>) {
        if !self.springs {
            springs.clear();
        }
        for joint in joints {
            joint.damping *= f64::from(self.damping);
            joint.friction *= f64::from(self.friction);
            joint.limits = joint.limits.filter(|_| self.limits);
        }
    }
}
