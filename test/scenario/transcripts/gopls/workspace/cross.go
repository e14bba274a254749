package shop

var quad = double("2")
