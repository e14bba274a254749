pub mod clean;
pub mod cross;
pub mod wrong;
