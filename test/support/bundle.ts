import { build } from 'esbuild';

/**
 * Sources of the package as one script for a browser.
 *
 * @param source what the script does, which may import sources by their path in `packages/astro-slugline/src`
 * @param format `esm` for a module with exports
 */
export async function bundle(source: string, format: 'iife' | 'esm' = 'iife'): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: source, resolveDir: 'packages/astro-slugline/src', loader: 'ts' },
		bundle: true,
		conditions: ['slugline-source'],
		write: false,
		format,
		target: 'es2022',
	});
	return outputFiles[0]?.text ?? '';
}
