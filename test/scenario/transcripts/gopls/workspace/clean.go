package shop

func double(value int) int {
	return value * 2
}
