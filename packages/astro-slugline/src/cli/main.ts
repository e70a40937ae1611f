import { start } from './program.js';
import { run } from './run.js';

await start(run);
