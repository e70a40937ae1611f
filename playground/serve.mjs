// Builds `playground/blog` and serves what was built, with the editor of its folder beside it. Started by `npm start`, on a
// Node that Astro runs on.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'astro';

const blog = new URL('./blog/', import.meta.url);
const root = fileURLToPath(blog);
const port = Number(process.env.PORT ?? 4321);

await build({ root });
const { space, defaultLanguage, languages, counts } = JSON.parse(
	await readFile(new URL('dist/slugline.json', blog), 'utf8'),
);
const server = await preview({ root, server: { port } });
const editor = await startEditor();

console.log(`
${space.name}: ${counts.stories} stories, ${counts.routes} pages in ${[defaultLanguage, ...languages].join(', ')},
built from the folder playground/blog/space, with no account and no network.

  http://localhost:${server.port}/
  ${editor ? `${editor}  (its editor; it writes to the folder)` : 'The editor did not start: run `npx astro dev` in playground/blog to see why.'}

Stop it with Ctrl+C.`);
await server.closed();

/** Starts `astro dev`, which has the editor. Resolves to the editor's address; undefined if it does not start. */
function startEditor() {
	const astro = fileURLToPath(new URL('../node_modules/astro/bin/astro.mjs', import.meta.url));
	// Not the mode of the build that ran here.
	const { NODE_ENV: _mode, ...inherited } = process.env;
	const child = spawn(process.execPath, [astro, 'dev', '--port', String(server.port + 1)], {
		cwd: root,
		env: { ...inherited, ASTRO_DEV_BACKGROUND: '0', NO_COLOR: '1' },
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	process.on('exit', () => child.kill());
	for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
	return new Promise((resolve) => {
		let output = '';
		child.stdout.setEncoding('utf8').on('data', (text) => {
			output = (output + text).slice(-10_000);
			const [, address] = /Editor: (http\S+)/.exec(output) ?? [];
			if (address) resolve(address);
		});
		child.on('close', () => resolve(undefined));
	});
}
