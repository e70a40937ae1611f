// Copies the README and the docs into the package, with links that work there.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';

const root = new URL('../../', import.meta.url);
const docs = new URL('playground/docs/', root);
const here = new URL('docs/', import.meta.url);

const picture = 'test/e2e/screenshots/home-820.webp';

await rm(here, { recursive: true, force: true });
await mkdir(here);
for (const name of await readdir(docs)) {
	if (name.endsWith('.md')) await copyFile(new URL(name, docs), new URL(name, here));
}
await copyFile(new URL(picture, root), new URL('blog.webp', here));
const readme = await readFile(new URL('README.md', root), 'utf8');
const [kept = ''] = readme.split('## This repository');
await writeFile(
	new URL('README.md', import.meta.url),
	kept.replaceAll('playground/docs/', 'docs/').replaceAll(picture, 'docs/blog.webp'),
);
