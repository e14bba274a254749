package shop

var count int = "three"
