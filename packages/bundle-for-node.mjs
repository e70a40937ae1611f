import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles what Node loads in every build, from `dist` of the package in the current folder into `dist/node`. Finding and reading
 * 340 small files takes Node 118 ms, and a bundle 41 ms. All files lie in one folder, so that each finds others of the package from
 * where it was before.
 *
 * @param {Record<string, string>} entryPoints the files of `dist`, by their names in `dist/node`
 */
export const bundleForNode = (entryPoints) =>
	build({
		entryPoints,
		outdir: 'dist/node',
		bundle: true,
		splitting: true,
		packages: 'external',
		platform: 'node',
		format: 'esm',
		target: 'node22',
		plugins: [
			{
				name: 'own-address',
				setup({ onLoad }) {
					onLoad({ filter: /[\\/]dist[\\/].*\.js$/ }, async ({ path }) => {
						const address = `../${relative('dist', path).replaceAll('\\', '/')}`;
						const text = await readFile(path, 'utf8');
						return {
							contents: text.replaceAll(
								'import.meta.url',
								`new URL(${JSON.stringify(address)}, import.meta.url).href`,
							),
						};
					});
				},
			},
		],
	});
