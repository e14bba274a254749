<?php
echo undefined_function();
