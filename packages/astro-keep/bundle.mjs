import { bundleForNode } from '../bundle-for-node.mjs';

await bundleForNode({
	main: 'dist/main.js',
	build: 'dist/index.js',
	command: 'dist/command.js',
	'content-config': 'dist/content-config/index.js',
	'content-imports': 'dist/content-config/imports.js',
	'content-store': 'dist/content-store/index.js',
	output: 'dist/output/index.js',
});
