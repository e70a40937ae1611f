import { build } from 'esbuild';

/**
 * Sources of the package as one script for a browser.
 *
 * @param source what the script does, which may import sources by their path in `packages/astro-slugline/src`
 */
export async function bundle(source: string): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: source, resolveDir: 'packages/astro-slugline/src', loader: 'ts' },
		bundle: true,
		write: false,
		format: 'iife',
		target: 'es2022',
	});
	return outputFiles[0]?.text ?? '';
}
