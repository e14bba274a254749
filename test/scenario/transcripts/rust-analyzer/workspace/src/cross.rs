pub const QUAD: fn() -> u32 = || crate::clean::double("2");
