import { expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { editorParameters, send, serveEditorPage } from '../support/editor-page.js';
import { config, createSite, plainSite } from '../support/site.js';

// The service's editor frames HTTPS only, so this is how its users run `astro dev`.

const [browser, editor] = await Promise.all([startBrowser(), serveEditorPage()]);
const site = await createSite({
	...plainSite,
	'space/space.yaml': 'name: Small\nid: 4711\ntokens: { public: public-token, preview: preview-token }\n',
	'space/hello.md': '---\nid: 1\ncontent: { component: page, title: Saved }\n---\n',
	'astro.config.mjs': `import ssl from '@vitejs/plugin-basic-ssl';${config(
		`{ space: './space', preview: { editors: ['${editor.origin}'] } }`,
		'vite: { plugins: [ssl()] }',
	)}`,
});

it('follows the editor on a dev server with HTTPS, where browsers speak HTTP/2', async () => {
	const { url } = await site.dev();
	const page = await browser.newPage({ ignoreHTTPSErrors: true });
	const parameters = editorParameters({ id: 1 }, { space: 4711, token: 'preview-token' });
	const { frame } = await editor.openIn(page, `${url}/_slugline/preview/hello?${parameters}`);
	expect(await frame.textContent('h1')).toBe('Saved');
	const protocol = () =>
		performance.getEntriesByType('navigation').map((entry) => Reflect.get(entry, 'nextHopProtocol'));
	expect(await frame.evaluate(protocol)).toEqual(['h2']);
	const content = { _uid: 'root', component: 'page', title: 'Typed' };
	await send(page, { action: 'input', story: { id: 1, content } });
	await expect.poll(() => frame.textContent('h1')).toBe('Typed');
});
