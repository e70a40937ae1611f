import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Frame, Page } from 'playwright';
import { expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { editorParameters, send, serveEditorPage } from '../support/editor-page.js';
import { hostileHtml } from '../support/hostile-html.js';
import { isLong } from '../support/long.js';
import { config, createSite, plainSite } from '../support/site.js';

/** A script of the page's own, which runs in preview under each policy. */
const own = "document.documentElement.dataset.own = 'ran'";
const hash = createHash('sha256').update(own).digest('base64');

/** Where each page has its policy, by the page's slug. */
const policies = ['none', 'hashes', 'nonce', 'strict'] as const;

const files = {
	...plainSite,
	'src/env.d.ts': 'declare namespace App { interface Locals { nonce: string } }',
	'src/middleware.ts': `
export const onRequest = async ({ url, locals }, next) => {
	locals.nonce = crypto.randomUUID();
	const response = await next();
	const policy = { '/nonce': "script-src 'self' 'nonce-" + locals.nonce + "'", '/strict': "script-src 'nonce-" + locals.nonce + "' 'strict-dynamic'" }[url.pathname];
	if (policy) response.headers.set('content-security-policy', policy);
	return response;
};`,
	'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import Blok from 'astro-slugline/components/Blok.astro';
import { storyPaths } from 'astro-slugline/paths';
export const prerender = false;
const nonce = /nonce|strict/.test(Astro.params.path) ? Astro.locals.nonce : undefined;
const story = (await getCollection('pages')).find(({ data }) => data.slug === Astro.params.path);
if (!story) return new Response('', { status: 404 });
const { name, content } = story.data;
---
<html lang="en"><head><meta charset="utf-8">
{content.hashed && <meta http-equiv="Content-Security-Policy" content="script-src 'self' 'sha256-${hash}'">}
<title>{name}</title><meta name="description" content={name}>
<script is:inline nonce={nonce} set:html={${JSON.stringify(own)}}></script>
</head><body><h1 title={name}>{name}</h1><Blok blok={content.items} /></body></html>`,
	'src/bloks/Item.astro': `---
import Markdown from 'astro-slugline/components/Markdown.astro';
import RichText from 'astro-slugline/components/RichText.astro';
import StoryImage from 'astro-slugline/components/StoryImage.astro';
import StoryLink from 'astro-slugline/components/StoryLink.astro';
const { blok } = Astro.props;
---
<section>
<h2 title={blok.title}>{blok.title}</h2>
<img src="/none.png" alt={blok.alt}><StoryImage asset={{ filename: 'https://example.invalid/none.png', alt: blok.alt }} />
<StoryLink link={blok.link} title={blok.title}>{blok.option}</StoryLink><p class={blok.option} data-option={blok.option}></p>
<Markdown text={blok.markdown} /><RichText doc={blok.text} />
</section>`,
	'src/bloks/Page.astro': '',
	'space/space.yaml': 'name: Small\nid: 4711\ntokens: { public: public-token, preview: preview-token }\n',
};

/** A blok with a text in all of its fields. */
const item = (text: string, index: number) => ({
	...{ _uid: `i${index}`, component: 'item', alt: text, title: text, option: text, markdown: text },
	link: { fieldtype: 'multilink', linktype: 'url', url: text, cached_url: text },
	text: {
		type: 'doc',
		content: [
			{
				type: 'paragraph',
				content: [{ type: 'text', text, marks: [{ type: 'link', attrs: { href: text } }] }],
			},
			{ type: 'image', attrs: { src: '/none.png', alt: text, title: text } },
			{ type: 'code_block', attrs: { class: text }, content: [{ type: 'text', text }] },
		],
	},
});

const contentOf = (policy: string, texts: readonly string[]) => ({
	...{ _uid: 'root', component: 'page', hashed: policy === 'hashes' },
	items: texts.map(item),
});

const filesOf = (texts: readonly string[]) =>
	Object.fromEntries(
		policies.map((policy, index) => {
			const story = { id: index + 1, name: texts[index] ?? 'x', content: contentOf(policy, texts) };
			// YAML reads this sign as the end of a line.
			const json = JSON.stringify(story).replaceAll('\u2028', '\\u2028');
			return [`space/${policy}.md`, `---\n${json}\n---\n`];
		}),
	);

const [browser, editor] = await Promise.all([startBrowser(), serveEditorPage()]);
const site = await createSite({
	...files,
	...filesOf(hostileHtml),
	'astro.config.mjs': config(
		`{ space: './space', preview: { editors: ['${editor.origin}'] } }`,
		// The toolbar changes attributes of the pages that it is in.
		'devToolbar: { enabled: false }',
	),
});
const dev = await site.dev();
// Vite bundles dependencies, and loads the page again.
await (await browser.newPage()).goto(`${dev.url}/none`, { waitUntil: 'networkidle' });

/** A page in which the texts would be noticed if they ran. */
async function watched(): Promise<Page> {
	const page = await browser.newPage();
	await page.addInitScript(() => {
		Object.assign(globalThis, { ran: () => document.documentElement.setAttribute('data-hostile', 'ran') });
	});
	return page;
}

/** Every attribute in a page. */
const attributesOf = (shown: Page | Frame): Promise<string[]> =>
	shown.evaluate(() =>
		[...document.querySelectorAll('*')].flatMap(({ localName, attributes }) =>
			[...attributes].map(({ name, value }) => `${localName} ${name}=${value}`),
		),
	);

/** What preview itself adds: its client, and what allows it. */
const isOurs = (attribute: string) =>
	/^(?:meta content=script-src .*|script nonce=|script src=\/@id\/virtual:astro-slugline\/preview-client)$/.test(
		attribute,
	);

/** Opens a page as visitors get it and in preview, where the texts then change places, and compares. */
async function compare(policy: (typeof policies)[number], texts: readonly string[]): Promise<void> {
	const address = `${dev.url}/_slugline/preview/${policy}?${editorParameters({ id: policies.indexOf(policy) + 1 }, { space: 4711, token: 'preview-token' })}`;
	const [plain, framing] = await Promise.all([watched(), watched()]);
	// Vite would load the page again while it is read.
	await plain.route('**/@vite/client', (route) => route.abort());
	const saved = async () => {
		await plain.goto(`${dev.url}/${policy}`);
		return plain.textContent('h2');
	};
	await expect.poll(saved).toBe(texts[0]);
	const expected = new Set(await attributesOf(plain));
	expect(expected).toContain('html data-own=ran');
	expect(expected).not.toContain('html data-hostile=ran');
	const { frame } = await editor.openIn(framing, address);
	const added = async () =>
		(await attributesOf(frame)).filter((attribute) => !expected.has(attribute) && !isOurs(attribute));
	expect(await added(), policy).toEqual([]);
	expect(await attributesOf(frame)).toContain('html data-own=ran');

	const moved = [...texts.slice(1), ...texts.slice(0, 1)];
	await send(framing, {
		action: 'input',
		story: { id: policies.indexOf(policy) + 1, content: contentOf(policy, moved) },
	});
	await expect.poll(() => frame.textContent('h2')).toBe(moved[0]);
	expect(await added(), `${policy}, edited`).toEqual([]);
	await Promise.all([plain.close(), framing.close()]);
}

it.each(policies)('runs no text and adds no attribute in preview with the policy: %s', (policy) =>
	compare(policy, hostileHtml),
);

it.runIf(isLong)('does neither for texts that are made of such texts', async () => {
	const part = fc
		.constantFrom(...hostileHtml)
		.chain((text) =>
			fc.nat(text.length).chain((end) => fc.constantFrom(text, text.slice(0, end), text.slice(end))),
		);
	const texts = fc.array(
		fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('') || 'x'),
		{ minLength: 8, maxLength: 8 },
	);
	await fc.assert(
		fc.asyncProperty(texts, fc.constantFrom(...policies), async (made, policy) => {
			await dev.synced(() => site.write(filesOf(made)));
			await compare(policy, made);
		}),
		{ seed: 27, numRuns: 60, endOnFailure: true },
	);
});
