// `npm start`: sets up, builds the blog from its embedded space, and serves it.
import { checkNode, installDependencies, run } from '../test/support/set-up.mjs';

await installDependencies();
checkNode();
const built = await run('npm', ['run', 'build', '--silent']);
process.exit(built || (await run('node', ['playground/serve.mjs'])));
