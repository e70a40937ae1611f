import { expect, it } from 'vitest';
import { startBrowser } from '../../support/browser.js';
import { bundle } from '../../support/bundle.js';

it('finds missing bloks, links without a target, and images without alternative text', async () => {
	const page = await (await startBrowser()).newPage();
	await page.setContent(
		'<img src="/a.png"><img src="/b.png" alt=""><a>Nowhere</a><a href="">Empty</a><a href="/c">Fine</a><a id="anchor"></a><div data-slugline-missing="hero"></div><div data-slugline-missing="hero"></div>',
	);
	await page.evaluate(
		await bundle(
			"import { auditPage } from './astro/browser/toolbar/audit.ts'; globalThis.problems = auditPage(document);",
		),
	);
	expect(await page.evaluate(() => Reflect.get(globalThis, 'problems'))).toEqual([
		'A blok has no component: hero',
		'A link leads nowhere: Nowhere',
		'A link leads nowhere: Empty',
		'An image has no alternative text: /a.png',
	]);
});
