// Bundles what runs in a browser. It is served as it is, so that it works wherever the package is installed.
import { build } from 'esbuild';

await build({
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
});
