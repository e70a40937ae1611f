// Copies the README, the docs, and SECURITY.md into the package, with links that work there.
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';

const root = new URL('../../', import.meta.url);
const docs = new URL('playground/docs/space/', root);
const here = new URL('docs/', import.meta.url);

const picture = 'test/e2e/screenshots/home-820.webp';

if (!existsSync(new URL('dist/cli/main.js', import.meta.url)))
	throw new Error('The package is not built. Run `npm run build` before `npm pack`.');
await rm(here, { recursive: true, force: true });
await mkdir(here);
for (const name of await readdir(docs)) {
	// The home page is for the site alone, and so is the error page.
	if (!name.endsWith('.md') || name === 'index.md' || name === '404.md') continue;
	const text = await readFile(new URL(name, docs), 'utf8');
	await writeFile(new URL(name, here), text.replaceAll('](../public/', ']('));
}
await cp(new URL('../public/images/', docs), new URL('images/', here), { recursive: true });
await copyFile(new URL(picture, root), new URL('blog.webp', here));
await copyFile(new URL('SECURITY.md', root), new URL('SECURITY.md', import.meta.url));
const readme = await readFile(new URL('README.md', root), 'utf8');
const [kept = ''] = readme.split('## This repository');
await writeFile(
	new URL('README.md', import.meta.url),
	kept.replaceAll('playground/docs/space/', 'docs/').replaceAll(picture, 'docs/blog.webp'),
);
