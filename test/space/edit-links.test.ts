import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLong } from '../support/long.js';
import { openSpace } from './open-space.js';

const page = '---\nname: Page\ncontent:\n  component: page\n---\n';
const settings =
	'name: Harbor\nlanguages: [de]\ncontent_types: { page: { references: [related], richtext: [body, text] } }\n';

/** Everything that names the story `blog/first`, and what only looks as if it did. */
const named = `---
name: Refs
content:
  component: page
  related: ["blog/first"]
  link: { link: "blog/first#part" }
  text: "[a](blog/first), \`[code](blog/first)\`"
---

See [it](blog/first), [a part](/blog/first/#part "blog/first"), [blog/first](blog/firsts).

- > 1. [nested](  blog/first  ), \`[code](blog/first)\`, ![image](blog/first), [by name][one], \\[no](blog/first)

| [cell](blog/first) | \`\\|[a](blog/first)\` |
| --- | --- |
| ![[in](blog/first)](/x.png) | [[out](blog/first)](blog/first) |

\`\`\`md blog/first
[code](blog/first)
\`\`\`

    [code](blog/first)

[one]: blog/first
[blog/first]: /blog/first 'title'
[picture]: blog/first.png
`;

async function open() {
	const { space, folder, story } = await openSpace({
		'space.yaml': settings,
		'refs.md': named,
		'blog/first.md': page,
		'blog/firsts.md': page,
	});
	/** The uuids that the story's links lead to, and its text. */
	const read = async () => {
		const { content } = await story('refs', { version: 'draft' });
		return JSON.stringify(content, (key, value) =>
			['href', 'cached_url'].includes(key) ? undefined : value,
		);
	};
	return { space, read, text: () => readFile(join(folder, 'refs.md'), 'utf8') };
}

test('the references of releases, of aliases, and of links in nodes follow a renamed story', async () => {
	const { space, folder } = await openSpace({
		'space.yaml': settings,
		'blog/first.md': page,
		'a.md': `---
content:
  component: page
  related: [&one blog/first]
  more: { component: page, related: [*one] }
  text:
    type: doc
    content:
      - type: text
        text: it
        marks: [{ type: link, attrs: { href: blog/first, linktype: story } }]
releases:
  9: { content: { related: [blog/first] } }
---
`,
	});
	await space.edit.rename('blog/first', 'one');
	const text = await readFile(join(folder, 'a.md'), 'utf8');
	expect(text.match(/blog\/\w+/g)).toEqual(['blog/one', 'blog/one', 'blog/one']);
	await expect(space.edit.delete('blog/one')).rejects.toThrow(
		'Other stories refer to what would be deleted: A',
	);
});

test('a deleted story does not come back beside another one that has its slug by now', async () => {
	const { space, folder } = await openSpace({
		'space.yaml': settings,
		'third.md': page,
		'third.de.md': '---\nname: D\n---\n',
	});
	const restore = await space.edit.delete('third');
	await space.edit.create('third', { name: 'Other', component: 'page' });
	await expect(restore()).rejects.toThrow('Another story has the file "third.draft.md" since the edit');
	await space.edit.delete('third');
	await restore();
	expect(await readFile(join(folder, 'third.de.md'), 'utf8')).toContain('name: D');
});

describe('links in Markdown, by slug or by file', () => {
	const posts = {
		'space.yaml': 'name: Harbor\ncontent_types: { page: { richtext: [intro] } }\n',
		'index.md': page,
		'about.md': `${page}[a](posts/hello), [b](posts/hello.md#top), [c](./posts/hello.md), [d](posts/other), \`[e](posts/hello)\`\n`,
		'posts/hello.md': `${page}[a](other.md), [b](./other), [c](other), [d](../about.md), [e](index.md), [f](../index.md)\n`,
		'posts/index.md': `${page}[a](hello.md), [b](./hello), [c](posts/hello/)\n`,
		'posts/other.md': `---
content:
  component: page
  intro: "[a](hello.md)"
  parts:
    - component: part
      markdown: "See [b](./hello#x)."
      words: { type: doc, content: [{ type: text, text: "[c](hello.md)" }] }
---
[d](hello.md "hello.md"), [e]

[e]: ./hello.md
`,
	};
	/** Opens the folder, with the texts of its files. */
	async function openPosts() {
		const { space, folder } = await openSpace(posts);
		const read = (path: string) => readFile(join(folder, path), 'utf8');
		const there = async () => Promise.all(Object.keys(posts).map(read));
		return { edit: space.edit, read, there };
	}

	test('follow a renamed story', async () => {
		const { edit, read, there } = await openPosts();
		const before = await there();
		const undo = await edit.rename('posts/hello', 'hi');
		expect(await read('about.md')).toBe(
			posts['about.md'].replaceAll('posts/hello', 'posts/hi').replace('`[e](posts/hi)', '`[e](posts/hello)'),
		);
		expect(await read('posts/index.md')).toBe(posts['posts/index.md'].replaceAll('hello', 'hi'));
		expect(await read('posts/other.md')).toBe(
			posts['posts/other.md']
				.replaceAll('hello', 'hi')
				.replace('"[c](hi.md)"', '"[c](hello.md)"')
				.replace('"hi.md")', '"hello.md")'),
		);
		await undo();
		expect(await there()).toEqual(before);
	});

	test('follow a story that moves to another folder, and lead from it to where they did', async () => {
		const { edit, read } = await openPosts();
		await edit.move('posts/hello', 'old');
		expect(await read('old/hello.md')).toContain(
			'[a](../posts/other.md), [b](../posts/other), [c](../posts/other), [d](../about.md), [e](../posts/index.md), [f](../index.md)',
		);
		expect(await read('about.md')).toContain('[a](old/hello), [b](old/hello.md#top), [c](./old/hello.md)');
		expect(await read('posts/index.md')).toContain(
			'[a](../old/hello.md), [b](../old/hello), [c](old/hello/)',
		);
		expect(await read('posts/other.md')).toContain('[d](../old/hello.md "hello.md")');
	});

	test('follow a renamed folder, and stay within it', async () => {
		const { edit, read } = await openPosts();
		await edit.rename({ folder: 'posts' }, 'notes');
		expect(await read('about.md')).toContain(
			'[a](notes/hello), [b](notes/hello.md#top), [c](./notes/hello.md)',
		);
		expect(await read('notes/hello.md')).toContain(posts['posts/hello.md'].slice(page.length));
		expect(await read('notes/other.md')).toContain('markdown: "See [b](./hello#x)."');
	});

	test('never lead to another story that a shorter address would name', async () => {
		const { space, folder } = await openSpace({
			'a.md': page,
			'posts/one.md': page,
			'posts/two.md': `${page}[one](one)\n`,
		});
		await space.edit.rename('posts/one', 'a');
		expect(await readFile(join(folder, 'posts/two.md'), 'utf8')).toBe(`${page}[one](./a)\n`);
	});

	test('are listed before the story is deleted, which they do not prevent', async () => {
		const { edit } = await openPosts();
		expect((await edit.uses('posts/hello')).map(({ slug, isNeeded }) => [slug, isNeeded])).toEqual([
			['about', false],
			['posts/', false],
			['posts/other', false],
		]);
		await edit.delete('posts/hello');
	});
});

describe('the links of a renamed story', () => {
	test('follow it, and nothing else changes', async () => {
		const { space, text, read } = await open();
		const before = await read();
		await space.edit.rename('blog/first', 'uno');
		expect(await text()).toBe(
			named
				.replace('related: ["blog/first"]', 'related: ["blog/uno"]')
				.replace('"blog/first#part"', '"blog/uno#part"')
				.replace('[a](blog/first), `', '[a](blog/uno), `')
				.replace('[it](blog/first)', '[it](blog/uno)')
				.replace('(/blog/first/#part', '(/blog/uno/#part')
				.replace('(  blog/first  )', '(  blog/uno  )')
				.replace('[cell](blog/first)', '[cell](blog/uno)')
				.replace('[out](blog/first)', '[out](blog/uno)')
				.replace('[one]: blog/first', '[one]: blog/uno')
				.replace('[blog/first]: /blog/first', '[blog/first]: /blog/uno'),
		);
		expect(await read()).toBe(before);
	});

	test('are spelled as they were', async () => {
		const links =
			'[a](<blog/first>), [b](blog/first#a&amp;b), [c](<blog/firsts>), [d](blog/firsts#a&amp;b) &copy;\n';
		const { space, folder } = await openSpace({
			'space.yaml': settings,
			'refs.md': page + links,
			'blog/first.md': page,
			'blog/firsts.md': page,
		});
		const text = () => readFile(join(folder, 'refs.md'), 'utf8');
		await space.edit.rename('blog/first', 'uno');
		expect(await text()).toBe(page + links.replaceAll(/blog\/first(?!s)/g, 'blog/uno'));
		await space.edit.rename('blog/uno', 'first');
		expect(await text()).toBe(page + links);
	});

	test('lead to it whatever slug it gets, and are as they were when it has the old one again', async () => {
		const last = fc.oneof(
			fc.string({ unit: fc.constantFrom(...' ()[]<>&;*_~`!\'"#?%+,=@^{}.-/\\a1ü'), maxLength: 6 }),
			fc.string({ unit: 'grapheme', maxLength: 6 }),
			fc.constantFrom('my page', 'a(b', 'a)b', 'a&amp;b', 'a[b', 'a_b_', '~~x~~', 'a^b', "it's", '{x}'),
		);
		let renamed = 0;
		await fc.assert(
			fc.asyncProperty(fc.array(last, { minLength: 1, maxLength: 3 }), async (slugs) => {
				const { space, text, read } = await open();
				const before = await read();
				let slug = 'first';
				for (const next of slugs) {
					const outcome: unknown = await space.edit
						.rename(`blog/${slug}`, next)
						.catch((error: unknown) => error);
					if (outcome instanceof Error) expect(outcome).toHaveProperty('name', 'SpaceEditError');
					else slug = next.normalize('NFC');
					expect(await read()).toBe(before);
				}
				if (slug !== 'first') renamed++;
				await space.edit.rename(`blog/${slug}`, 'first');
				expect(await text()).toBe(named);
			}),
			{ seed: 54, numRuns: isLong ? 1000 : 60 },
		);
		expect(renamed).toBeGreaterThan(20);
	});
});
