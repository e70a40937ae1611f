import { existsSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { type ServedStory, startService, uuidOfStory } from '../support/service.js';
import { config, createSite, plainSite, type Site } from '../support/site.js';
import '../support/packed.js';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function siteOf(
	stories: ServedStory[],
	options = '',
	more: Record<string, string> = {},
	rest = '',
): Promise<Site> {
	const service = await startService({ stories });
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': config(`{ token: '${service.token}', baseUrl: '${service.url}', ${options} }`, rest),
		...more,
	});
	cleanups.push(service.close, site.delete);
	return site;
}

it('builds each slug at its path, and rejects a slug that would end up elsewhere', async () => {
	const longest = 'a'.repeat(255);
	const stories: ServedStory[] = [
		{ slug: 'about' },
		{ slug: 'x/file:about' },
		{ slug: longest },
		{ slug: 'b&c', path: 'what: now/faq:'.replace('what:', 'what') },
	];
	const site = await siteOf(stories);
	const first = await site.build();
	expect(first.code, first.output).toBe(0);
	const files = await site.output();
	expect(Object.keys(files)).toEqual(
		expect.arrayContaining(['about/index.html', 'x/file:about/index.html', `${longest}/index.html`]),
	);

	// The cache alone restores the same pages.
	await site.remove('dist');
	expect((await site.build()).code).toBe(0);
	expect(await site.output()).toEqual(files);

	const outside = `${site.folder}-outside`;
	for (const slug of [
		`file:${outside}/x`,
		`FILE:${outside}/x`,
		`file%3A${outside}/x`,
		'file:about',
		'faq: what',
		'a'.repeat(256),
		'slugline.json',
	]) {
		stories.push({ slug });
		const { code, output } = await site.astro(['build', '--force']);
		expect(code, slug).toBe(1);
		expect(output).toContain(`'${slug}' (`);
		expect(output).not.toContain('Invalid URL');
		expect(existsSync(outside)).toBe(false);
		stories.pop();
	}
	expect((await site.astro(['build', '--force'])).code).toBe(0);
	expect((await site.output())['about/index.html']).toContain(uuidOfStory('about'));
});

it('prints names from the space without control characters and line breaks', async () => {
	const site = await siteOf([{ slug: 'a', component: 'x\u001b[2J\u202e\nAll is well' }], '', {
		'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import Blok from 'astro-slugline/components/Blok.astro';
import { storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
---
<Blok blok={Astro.props.story.data.content} />`,
	});
	const { code, output } = await site.build();
	expect(code, output).toBe(0);
	expect(output).toContain('has no component');
	expect(output).not.toContain('\u001b[2J');
	expect(output).not.toContain('\u202e');
	expect(output).not.toMatch(/^All is well/m);
});

it('rejects a token in server code, and accepts the alternative that the error suggests', async () => {
	const page = (token: string, more = '') => ({
		'src/pages/live.astro': `---
${more}
import { createDeliveryClient } from 'astro-slugline/client';
export const prerender = false;
const client = createDeliveryClient({ token: ${token} });
---
<p>{client.baseUrl}</p>`,
		'src/env-file': '',
	});
	const adapter = `adapter: (await import('@astrojs/node')).default({ mode: 'standalone' })`;
	const service = await startService({ stories: [{ slug: 'a' }] });
	const site = await createSite({
		...plainSite,
		...page('import.meta.env.SLUGLINE_TOKEN'),
		'.env': `SLUGLINE_TOKEN=${service.token}\n`,
		'astro.config.mjs': config(`{ baseUrl: '${service.url}' }`, adapter),
	});
	cleanups.push(service.close, site.delete);
	const { code, output } = await site.build();
	expect(code, output).toBe(1);
	expect(output).toContain('The value of SLUGLINE_TOKEN is in the file server/');
	expect(output).toContain("getSecret('SLUGLINE_TOKEN')");
	expect(output).not.toContain(service.token);
	await site.write(
		page(`getSecret('SLUGLINE_TOKEN') ?? ''`, `import { getSecret } from 'astro:env/server';`),
	);
	const good = await site.build();
	expect(good.code, good.output).toBe(0);
	expect(Object.values(await site.output()).join('\n')).not.toContain(service.token);
});
