import { double } from './clean.js';

export const quad = double('2');
