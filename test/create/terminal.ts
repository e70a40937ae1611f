import { create } from '../../packages/create-slugline/src/create.js';
import { runsOf } from '../support/terminal.js';

/** Runs `create-slugline` as a shell would, and gives back what it said. */
export const creates = runsOf(create);
