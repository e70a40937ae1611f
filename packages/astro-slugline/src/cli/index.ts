// What create-slugline shares with `slugline`. No site needs it.
export { readOrNull } from '../shared/node/read-text.js';
export { isPortableName } from '../shared/text/portable-name.js';
export { packageVersion } from '../shared/version.js';
export { type FieldType, factsOf, inferTypes, type SpaceTypes } from '../types/index.js';
export { type Content, isTooDeep } from '../wire/index.js';
export { readEnvFiles } from './env-files.js';
export { runProgram, start } from './program.js';
export { command } from './read-options.js';
export { readService, serviceOptions } from './service/options.js';
export { type Prompts, type Terminal, UsageError } from './terminal.js';
