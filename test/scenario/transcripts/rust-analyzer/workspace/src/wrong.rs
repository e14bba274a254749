pub const COUNT: u32 = "three";
