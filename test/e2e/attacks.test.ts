import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { usePackedPackage } from '../support/packed.js';
import { readTree } from '../support/read-tree.js';
import { type ServedStory, startService, uuidOfStory } from '../support/service.js';
import { config, createSite, nodeAdapter, plainSite, type Site, storyRoute } from '../support/site.js';

usePackedPackage();

async function siteOf(
	stories: ServedStory[],
	options = '',
	more: Record<string, string> = {},
	rest = '',
): Promise<Site> {
	const service = await startService({ stories });
	return createSite({
		...plainSite,
		'astro.config.mjs': config(`{ token: '${service.token}', baseUrl: '${service.url}', ${options} }`, rest),
		...more,
	});
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
	await site.built();
	const files = await site.output();
	expect(Object.keys(files)).toEqual(
		expect.arrayContaining(['about/index.html', 'x/file:about/index.html', `${longest}/index.html`]),
	);

	// The cache alone restores the same pages.
	await site.remove('dist');
	await site.built();
	expect(await site.output()).toEqual(files);

	const outside = `${site.folder}-outside`;
	// The others are refused by the same rules, see `routing/odd-names.test.ts`.
	const shortRun = [`file:${outside}/x`];
	const longRun = [
		'a'.repeat(256),
		'slugline.json',
		`FILE:${outside}/x`,
		`file%3A${outside}/x`,
		'file:about',
		'faq: what',
	];
	for (const slug of [...shortRun, ...(isLong ? longRun : [])]) {
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
		'src/bloks/Other.astro': '<p>Other</p>',
		'src/pages/[...path].astro': storyRoute(`<Blok blok={Astro.props.story.data.content} />`, {
			components: ['Blok'],
		}),
	});
	const output = await site.built();
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
	const service = await startService({ stories: [{ slug: 'a' }] });
	const site = await createSite({
		...plainSite,
		...page('import.meta.env.SLUGLINE_TOKEN'),
		'.env': `SLUGLINE_TOKEN=${service.token}\n`,
		'astro.config.mjs': config(`{ baseUrl: '${service.url}' }`, nodeAdapter),
	});
	const { code, output } = await site.build();
	expect(code, output).toBe(1);
	expect(output).toContain('The value of SLUGLINE_TOKEN is in the file server/');
	expect(output).toContain("getSecret('SLUGLINE_TOKEN')");
	expect(output).not.toContain(service.token);
	await site.write(
		page(`getSecret('SLUGLINE_TOKEN') ?? ''`, `import { getSecret } from 'astro:env/server';`),
	);
	await site.built();
	expect(Object.values(await site.output()).join('\n')).not.toContain(service.token);
});

it('rejects a token in a page and in any other file, before it is in a cache', {
	timeout: 240_000,
}, async () => {
	const token = 'token-that-"unseen"-sees';
	const service = await startService({ stories: [{ slug: 'a' }] });
	// An integration that writes a file after the others.
	const late = `{ name: 'late', hooks: { 'astro:build:done': ({ dir }) => process.env.LATE && import('node:fs').then((fs) => fs.writeFileSync(new URL('late.json', dir), JSON.stringify(process.env.LATE))) } }`;
	const define = `vite: { define: { __TOKEN__: ${JSON.stringify(JSON.stringify(token))} } }`;
	const site = await createSite(
		{
			...plainSite,
			'.env': `SLUGLINE_TOKEN=${service.token}\nSLUGLINE_WEBHOOK_SECRET='${token}'\n`,
			'astro.config.mjs': config(`{ baseUrl: '${service.url}' }`, define).replace(/\)\],/, `), ${late}],`),
		},
		{ leaks: true },
	);
	const cached = async () => {
		const caches = ['node_modules/.astro', '.astro'].map((name) => readTree(join(site.folder, name)));
		return JSON.stringify(await Promise.all(caches));
	};
	const rejected = async (file: string, text: string, place: string) => {
		await site.write({ [file]: text });
		const { code, output } = await site.build();
		await site.remove(file);
		expect(code, output).toBe(1);
		expect(output).toContain(`The value of SLUGLINE_WEBHOOK_SECRET is in the ${place} of the output`);
		expect(output).not.toContain('unseen');
		expect(await cached()).not.toContain('unseen');
	};
	const secret = 'import.meta.env.SLUGLINE_WEBHOOK_SECRET';
	const page = 'src/pages/leak.astro';
	if (isLong) {
		await rejected(page, `<p data-secret={${secret}}></p>`, 'page /leak/');
		await rejected(page, '<script>document.title = __TOKEN__;</script>', 'page /leak/');
		await rejected('src/pages/x.xml.ts', `export const GET = () => new Response(${secret});`, 'page /x.xml');
	}
	await rejected(
		page,
		`<script define:vars={{ secret: ${secret} }}>console.log(secret);</script>`,
		'page /leak/',
	);
	await rejected('public/notes.txt', token, 'file notes.txt');
	await site.built();
	const bad = await site.build({ LATE: token });
	expect(bad.code, bad.output).toBe(1);
	expect(bad.output).toContain('the file late.json');
	expect(await cached()).not.toContain('unseen');
});
