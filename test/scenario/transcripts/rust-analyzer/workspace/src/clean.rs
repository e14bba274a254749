pub fn double(value: u32) -> u32 {
    value * 2
}
