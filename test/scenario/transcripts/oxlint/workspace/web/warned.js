export var count = 3;
