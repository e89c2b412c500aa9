//! Against closed forms.
