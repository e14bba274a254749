from clean import double

quad = double("2")
