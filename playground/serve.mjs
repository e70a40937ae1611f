// Builds `playground/blog` and serves what was built. Started by `npm start`, on a Node that Astro runs on.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'astro';

const blog = new URL('./blog/', import.meta.url);
const root = fileURLToPath(blog);

await build({ root });
const { space, defaultLanguage, languages, counts } = JSON.parse(
	await readFile(new URL('dist/slugline.json', blog), 'utf8'),
);
const server = await preview({ root, server: { port: Number(process.env.PORT ?? 4321) } });

console.log(`
${space.name}: ${counts.stories} stories, ${counts.routes} pages in ${[defaultLanguage, ...languages].join(', ')},
built from the folder playground/blog/space, with no account and no network.

  http://localhost:${server.port}/

Stop it with Ctrl+C.`);
await server.closed();
