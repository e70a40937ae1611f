import { bloksOf, componentOf, editable, fileFor, markdownHtml } from 'astro-slugline/rendering';
import { afterEach, expect, it, vi } from 'vitest';
import bloks from '../support/page-bloks.js';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warn.mockClear());

it('accepts a blok, a list of bloks, or an empty field', () => {
	const blok = { component: 'hero' };
	expect(bloksOf(blok)).toEqual([blok]);
	expect(bloksOf([blok, blok])).toEqual([blok, blok]);
	for (const empty of [null, undefined, '', [], 'text']) expect(bloksOf(empty)).toEqual([]);
	expect(bloksOf(JSON.parse('[null, 7, {}, { "component": 7 }, { "component": "hero" }]'))).toEqual([blok]);
});

it("finds a component by the content type's name", () => {
	for (const name of ['teaser_grid', 'teaser-grid', 'TeaserGrid', 'Teaser Grid'])
		expect(componentOf(name)?.({})).toBe('grid');
	expect(componentOf('hero')?.({})).toBe('hero');
	expect(fileFor('news_letter')).toBe('src/bloks/NewsLetter.astro');
	expect(componentOf('constructor')).toBeUndefined();
	expect(componentOf('__proto__')).toBeUndefined();
});

it('names the component that was probably meant, or else the file to add', () => {
	componentOf('heroo', '/a/');
	componentOf('teaser_gird', '/a/');
	componentOf('news_letter', '/a/');
	expect(warn.mock.calls.flat()).toMatchInlineSnapshot(`
		[
		  "[astro-slugline] The blok \`heroo\` has no component. It is skipped; the option \`missingBlok: 'error'\` fails the build instead. Did you mean the blok of src/bloks/Hero.astro? If not, add src/bloks/Heroo.astro, which gets the blok as \`Astro.props.blok\`. Seen on /a/.",
		  "[astro-slugline] The blok \`teaser_gird\` has no component. It is skipped; the option \`missingBlok: 'error'\` fails the build instead. Did you mean the blok of src/bloks/TeaserGrid.astro? If not, add src/bloks/TeaserGird.astro, which gets the blok as \`Astro.props.blok\`. Seen on /a/.",
		  "[astro-slugline] The blok \`news_letter\` has no component. It is skipped; the option \`missingBlok: 'error'\` fails the build instead. Add src/bloks/NewsLetter.astro, which gets the blok as \`Astro.props.blok\`. Seen on /a/.",
		]
	`);
	bloks.folders = [];
	Object.assign(bloks, { mapped: 'src/components' });
	componentOf('footer', '/a/');
	expect(warn.mock.calls.at(-1)?.[0]).toContain(
		'Add src/components/Footer.astro, which gets the blok as `Astro.props.blok`. Name it in the option `bloks` of slugline().',
	);
	bloks.folders = ['src/bloks'];
});

it('warns of a component that reads fields of its blok as props, and not the blok', async () => {
	const blok = { component: 'hero', title: 'A', lang: 'B' };
	type Props = Record<string, unknown>;
	const readers: [name: string, read: (props: Props) => unknown][] = [
		['fields', ({ title, lang }) => [title, lang]],
		['fields later', async ({ title, lang }) => [title, lang]],
		['fields and the rest', ({ title, ...rest }) => [title, rest]],
		['the blok, too', ({ title, blok }) => [title, blok]],
		['all', (props) => ({ ...props })],
		['other props', ({ theme, lang }) => [theme, lang]],
		['nothing', () => []],
	];
	const warned: string[] = [];
	const { buildChannel } = await import('astro-keep/tracking');
	buildChannel().takeNotice = ({ sentence, page }) => void warned.push(`${page}: ${sentence}`);
	const { hero } = bloks.components;
	for (const [name, read] of readers) {
		const component = Object.assign((_: object, props: Props) => read(props), {
			isAstroComponentFactory: true,
		});
		Object.assign(bloks.components, { hero: () => component });
		const props = { lang: 'de', blok };
		const rendered = componentOf('hero', `/${name}/`, blok) as unknown as typeof component;
		expect(Object.keys(rendered)).toEqual(['isAstroComponentFactory']);
		expect(await rendered({}, props)).toEqual(await read(props));
	}
	buildChannel().takeNotice = undefined;
	Object.assign(bloks.components, { hero });
	expect(warned).toMatchInlineSnapshot(`
		[
		  "/fields/: src/bloks/Hero.astro reads \`Astro.props.title\`, which it does not get: \`<Blok>\` gives a component its blok, as \`Astro.props.blok\`. Write \`Astro.props.blok.title\`.",
		  "/fields later/: src/bloks/Hero.astro reads \`Astro.props.title\`, which it does not get: \`<Blok>\` gives a component its blok, as \`Astro.props.blok\`. Write \`Astro.props.blok.title\`.",
		]
	`);
});

it('says so if a component fails because it reads a misspelled `blok`, or a field of its blok as a prop', async () => {
	const { buildChannel } = await import('astro-keep/tracking');
	buildChannel().takeNotice = () => {};
	const { hero } = bloks.components;
	type Props = Record<string, { title: string }>;
	const blok = { component: 'hero', link: { title: 'A' } };
	const errorOf = async (read: (props: Props) => unknown, props: object = {}) => {
		const component = Object.assign((_: object, given: Props) => read(given), {
			isAstroComponentFactory: true,
		});
		Object.assign(bloks.components, { hero: () => component });
		const rendered = componentOf('hero', '/a/', blok) as unknown as typeof component;
		try {
			await rendered({}, { ...props, blok } as never);
			return undefined;
		} catch (error) {
			return JSON.stringify(error, ['message', 'hint']);
		}
	};
	expect([
		await errorOf(({ block }) => block?.title.trim()),
		await errorOf(({ block }) => (block as Props[string]).title),
		await errorOf(async ({ link }) => (link as Props[string]).title),
		await errorOf(({ block, blok }) => [blok, (block as Props[string]).title]),
		await errorOf(({ block }) => (block as Props[string]).title.at(0), { block: {} }),
		await errorOf(({ block }) => {
			throw new Error(String(block));
		}),
	]).toMatchInlineSnapshot(`
		[
		  undefined,
		  "{"message":"src/bloks/Hero.astro reads \`Astro.props.block\`, which it does not get, and fails: Cannot read properties of undefined (reading 'title'). It is on the page /a/.","hint":"\`<Blok>\` gives a component its blok. Write \`Astro.props.blok\`. More: docs/errors.md of astro-slugline."}",
		  "{"message":"src/bloks/Hero.astro reads \`Astro.props.link\`, which it does not get, and fails: Cannot read properties of undefined (reading 'title'). It is on the page /a/.","hint":"\`<Blok>\` gives a component its blok. Write \`Astro.props.blok.link\`. More: docs/errors.md of astro-slugline."}",
		  "{"message":"Cannot read properties of undefined (reading 'title')"}",
		  "{"message":"Cannot read properties of undefined (reading 'at')"}",
		  "{"message":"undefined"}",
		]
	`);
	Object.assign(bloks.components, { hero });
	buildChannel().takeNotice = undefined;
});

it('fails in a build of a site without any component, whose pages would be empty', () => {
	const { files } = bloks;
	Object.assign(bloks, { files: {} });
	expect(() => componentOf('hero_grid', '/a/')).toThrowErrorMatchingInlineSnapshot(
		`[SluglinePageError: The blok \`hero_grid\` has no component, and neither has any other: src/bloks has none. It is on the page /a/.]`,
	);
	Object.assign(bloks, { files });
	expect(warn).not.toHaveBeenCalled();
});

it('names the places of a blok without a component in a folder', async () => {
	const { buildChannel } = await import('astro-keep/tracking');
	buildChannel().blokPlaces = (type) => [1, 2, 3, 4].map((at) => `space/${type}.md:${at}:3`);
	componentOf('footer', '/a/');
	const { files } = bloks;
	Object.assign(bloks, { files: {} });
	expect(() => componentOf('header', '/a/')).toThrow(
		'src/bloks has none. It is on the page /a/. It is in space/header.md:1:3, space/header.md:2:3, space/header.md:3:3 and 1 more.',
	);
	Object.assign(bloks, { files });
	buildChannel().blokPlaces = undefined;
	expect(warn.mock.calls.at(-1)?.[0]).toContain(
		"The blok `footer` has no component. It is skipped; the option `missingBlok: 'error'` fails the build instead. It is in space/footer.md:1:3, space/footer.md:2:3, space/footer.md:3:3 and 1 more. Add src/bloks/Footer.astro",
	);
});

it('prints the name of a blok without control characters, also in what to do about it', () => {
	const { missing } = bloks;
	Object.assign(bloks, { missing: 'error' });
	let error: unknown;
	try {
		componentOf('x\u001b[2J\u202e\ny', '/a/');
	} catch (thrown) {
		error = thrown;
	}
	Object.assign(bloks, { missing });
	expect(JSON.stringify(error, ['message', 'hint'])).toMatchInlineSnapshot(
		`"{"message":"The blok \`x�[2J� y\` has no component. It is on the page /a/.","hint":"Add src/bloks/X�[2J�Y.astro, which gets the blok as \`Astro.props.blok\`. More: docs/errors.md of astro-slugline."}"`,
	);
});

it('refuses the fields of a blok as props', () => {
	expect(() => bloksOf(undefined, '/', { component: 'page' })).toThrowErrorMatchingInlineSnapshot(
		`[SluglinePageError: \`<Blok>\` was given the fields of the blok \`page\` as props, so it has no blok to render.]`,
	);
	expect(bloksOf({ component: 'hero' }, '/', { component: 'page' })).toHaveLength(1);
	expect(() => bloksOf(undefined, '/', { component: 7 })).toThrow('given no `blok`, but `component`');
});

it('rejects several components only if a blok of their name is rendered', () => {
	expect(() => componentOf('card')).toThrowErrorMatchingInlineSnapshot(
		`[SluglinePageError: The blok \`card\` has several components: src/bloks/Card.astro, src/bloks/old/card.astro.]`,
	);
});

it('returns the attributes for the visual editor, and none for an invalid comment', () => {
	const json = '{"name":"hero","space":"1","uid":"u","id":"2"}';
	expect(editable({ _editable: `<!--#storyblok#${json}-->` })).toEqual({
		'data-blok-c': json,
		'data-blok-uid': '2-u',
	});
	for (const _editable of [
		undefined,
		'',
		'<!-- x -->',
		7,
		'<!--#storyblok#x-->',
		'<!--#storyblok#{"name":"hero","uid":"u"}-->',
		'<!--#storyblok#{"uid":"u","id":}-->',
	])
		expect(editable({ _editable })).toEqual({});
	expect(editable(null)).toEqual({});
});

it('rejects Markdown in a page whose server cannot run the processor', async () => {
	await expect(markdownHtml('# x')).rejects.toThrowErrorMatchingInlineSnapshot(
		`[SluglinePageError: This page is rendered on a server, which cannot run the Markdown processor of astro.config. Prerender the page, or convert the field to HTML with a Markdown library of your own.]`,
	);
	expect(await markdownHtml('  ')).toBe('');
});
