<?php
function double(int $value): int
{
    return $value * 2;
}
