<?php
echo double(1, 2, 3);
