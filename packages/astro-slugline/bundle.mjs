import { readdir, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { bundleForNode } from '../bundle-for-node.mjs';

// What runs in a browser. It is served as it is, so that it works wherever the package is installed.
const { metafile } = await build({
	entryPoints: {
		'astro/browser/preview.bundle': 'src/astro/browser/preview/index.ts',
		'astro/browser/toolbar.bundle': 'src/astro/browser/toolbar/index.ts',
		'editor/page.bundle': 'src/editor/browser/index.ts',
	},
	outdir: 'dist',
	bundle: true,
	minify: true,
	format: 'esm',
	target: 'es2022',
	metafile: true,
});

// The licenses of the packages that are in the editor's page, which ask to be passed on.
const inPage = Object.keys(metafile.outputs['dist/editor/page.bundle.js'].inputs);
const packages = new Set(
	inPage.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
);
const licenses = [...packages].sort().map(async (folder) => {
	const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
	const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
	return `${name}\n\n${file ? await readFile(`${folder}/${file}`, 'utf8') : 'MIT'}`;
});
await writeFile('dist/editor/page.bundle.LICENSES.txt', (await Promise.all(licenses)).join('\n\n'));

await bundleForNode({
	index: 'dist/astro/index.js',
	loaders: 'dist/astro/loaders/index.js',
	'content-config': 'dist/astro/loaders/content-imports.js',
	'compat-config': 'dist/compat/config/index.js',
});
