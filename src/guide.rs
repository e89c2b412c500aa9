//! The project's documents, as pages.

#[doc = include_str!("../docs/equations.md")]
pub mod equations {}

#[doc = include_str!("../docs/notation.md")]
pub mod notation {}

#[doc = include_str!("../docs/design.md")]
pub mod design {}

/// Surfaces, contact and rolling in space.
///
/// <div>
#[doc = include_str!("../docs/figures/spatial_rolling_sketch.svg")]
/// </div>
///
/// <!-- Title and picture of the page as a file end with the next comment.
#[doc = include_str!("../docs/rolling.md")]
pub mod rolling {}

#[doc = include_str!("../docs/accuracy.md")]
pub mod accuracy {}

#[doc = include_str!("../docs/contact_cost.md")]
pub mod contact_cost {}

#[doc = include_str!("../docs/formulas.md")]
pub mod formulas {}

#[doc = include_str!("../docs/stiff.md")]
pub mod stiff {}

#[doc = include_str!("../docs/analysis.md")]
pub mod analysis {}

#[doc = include_str!("../docs/derivatives.md")]
pub mod derivatives {}

#[doc = include_str!("../docs/not.md")]
pub mod not {}

#[doc = include_str!("../docs/comparison.md")]
pub mod comparison {}

#[doc = include_str!("../docs/errors.md")]
pub mod errors {}

#[doc = include_str!("../docs/references.md")]
pub mod references {}

/// A course in sixteen chapters: one question, one short program and one figure each.
///
/// 1. [A pendulum](course::pendulum)
/// 2. [Reading reactions](course::reactions)
/// 3. [Closing a loop](course::closed_loop)
/// 4. [Friction that sticks](course::friction)
/// 5. [Rolling](course::rolling)
/// 6. [A constraint of your own](course::own_constraint)
/// 7. [Events](course::events)
/// 8. [Checking the result](course::checking)
/// 9. [Sweeps](course::sweeps)
/// 10. [Contact that opens](course::contact)
/// 11. [Forces and actuators](course::forces)
/// 12. [Control](course::control)
/// 13. [Space](course::space)
/// 14. [Files and Python](course::files)
/// 15. [From a rough idea to a checked model](course::idea)
/// 16. [Derivatives](course::derivatives)
///
/// <!-- The table of contents with its pictures, which do not reach here, ends with the next comment.
#[doc = include_str!("../docs/course/README.md")]
pub mod course {
    /// A chapter: its sketch and its figure, then its page from the line on that ends a comment. What stands above that line are title, links, and both pictures as
    /// files, for readers of the page as a file. Of two targets of one link the first counts: those given here.
    macro_rules! chapter {
        ($name:ident, $number:literal, $page:literal, $title:literal, $next:literal) => {
            #[doc = concat!("Chapter ", $number, ": ", $title, ".")]
            #[doc = ""]
            #[doc = concat!("[next]: crate::guide::course::", $next)]
            #[doc = "[analysis]: crate::guide::analysis"]
            #[doc = "[errors]: crate::guide::errors"]
            #[doc = "[examples]: crate"]
            #[doc = ""]
            #[doc = "<div>"]
            #[doc = include_str!(concat!("../docs/figures/course_", $page, "_sketch.svg"))]
            #[doc = "</div>"]
            #[doc = ""]
            #[doc = include_str!(concat!("../docs/figures/course_", $page, ".svg"))]
            #[doc = ""]
            #[doc = "<!--"]
            #[doc = include_str!(concat!("../docs/course/", $number, "-", $page, ".md"))]
            pub mod $name {}
        };
    }

    chapter!(pendulum, 1, "pendulum", "a pendulum", "reactions");
    chapter!(reactions, 2, "reactions", "reading reactions", "closed_loop");
    chapter!(closed_loop, 3, "loop", "closing a loop", "friction");
    chapter!(friction, 4, "friction", "friction that sticks", "rolling");
    chapter!(rolling, 5, "rolling", "rolling", "own_constraint");
    chapter!(own_constraint, 6, "constraint", "a constraint of your own", "events");
    chapter!(events, 7, "events", "events", "checking");
    chapter!(checking, 8, "checking", "checking the result", "sweeps");
    chapter!(sweeps, 9, "sweeps", "sweeps", "contact");
    chapter!(contact, 10, "contact", "contact that opens", "forces");
    chapter!(forces, 11, "forces", "forces and actuators", "control");
    chapter!(control, 12, "control", "control", "space");
    chapter!(space, 13, "space", "space", "files");
    chapter!(files, 14, "files", "files and Python", "idea");
    chapter!(idea, 15, "idea", "from a rough idea to a checked model", "derivatives");
    chapter!(derivatives, 16, "derivatives", "derivatives", "pendulum");
}
