// `npm run bench`: sets up, builds the package and measures it. `--long` runs the full sizes; a part alone by its name.
import { fileURLToPath } from 'node:url';
import { checkNode, installDependencies, run } from '../support/set-up.mjs';

const path = (file) => fileURLToPath(new URL(file, import.meta.url));

await installDependencies();
checkNode();
const built = await run('npm', ['run', 'build', '--silent']);
if (built !== 0) process.exit(built);
const sources = new URL('../sync/kill/sources.mjs', import.meta.url).href;
process.exit(await run('node', ['--import', sources, path('main.ts'), ...process.argv.slice(2)]));
