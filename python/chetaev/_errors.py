"""What a study refuses."""

from chetaev._chetaev import ChetaevError


class StudyError(ChetaevError, ValueError):
    """A study that cannot be computed, resumed or merged, and what to do; rows that are on file stay there."""
