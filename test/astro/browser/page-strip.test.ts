import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
	toolbarAsk,
	toolbarState,
} from '../../../packages/astro-slugline/src/astro/browser/toolbar/protocol.js';

it('the page strip of the blog queries the dev server as the toolbar does', async () => {
	const file = new URL('../../../playground/blog/src/lib/page-strip.ts', import.meta.url);
	const code = await readFile(file, 'utf8');
	expect(code).toContain(`import.meta.hot.send('${toolbarAsk}', { path: page })`);
	expect(code).toContain(`import.meta.hot.on('${toolbarState}',`);
});
