// `npm start`: sets up, builds the package, and runs `astro dev` on the blog. Arguments go to Astro: `npm start -- --port 4000`.
import { checkNode, installDependencies, run } from '../test/support/set-up.mjs';

await installDependencies();
checkNode();
const built = await run('npm', ['run', 'build', '--silent']);
if (built !== 0) process.exit(built);

console.log(`
Slack Water, a blog from the folder playground/blog/space, with no account and no network.
Edit playground/blog/space/index.md, and the page changes as you save. The pages themselves are in playground/blog/src.
Astro prints the addresses of the site and of the folder's editor. Stop it with Ctrl+C.
`);
// Ctrl+C reaches Astro, too, and this process ends when Astro does.
process.on('SIGINT', () => {});
// Astro would run in the background if it was started by an AI agent.
const foreground = { ASTRO_DEV_BACKGROUND: '0' };
process.exit(await run('astro', ['dev', '--root', 'playground/blog', ...process.argv.slice(2)], foreground));
