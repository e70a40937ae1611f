import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import {
	readRedirects,
	writeRedirects,
} from '../../../packages/astro-slugline/src/astro/output/redirects/redirects-file.js';
import { temporaryFolder } from '../../support/test-folder.js';

let file: URL;
beforeEach(async () => {
	file = pathToFileURL(join(await temporaryFolder(), 'redirects.json'));
});

it('reads no redirects if there is no file, and otherwise what was written', async () => {
	expect(await readRedirects(file)).toEqual([]);
	const redirects = [
		{ from: '/old/ä b', to: '/new', story: 'a uuid', lang: 'de' },
		{ from: '/shop', to: 'https://shop.example.com/a b' },
	];
	await writeRedirects(file, redirects);
	expect(await readRedirects(file)).toEqual(redirects);
	expect(await readFile(file, 'utf8')).toBe(`[
	{"from":"/old/ä b","to":"/new","story":"a uuid","lang":"de"},
	{"from":"/shop","to":"https://shop.example.com/a b"}
]
`);
	await writeRedirects(file, []);
	expect(await readFile(file, 'utf8')).toBe('[]\n');
});

async function failure(text: string): Promise<string> {
	await writeFile(file, text);
	const error: Error = await readRedirects(file).then(
		() => expect.fail('it was read'),
		(reason) => reason,
	);
	return error.message.replace(/\/\S*(?=\/redirects\.json)/, '');
}

it.each(['old', '/old/', '//host/old', '/\\host', '/a/../b', '/a\n/b 301'])(
	'rejects a redirect from %j',
	async (from) => {
		expect(await failure(JSON.stringify([{ from, to: '/new' }]))).toBe(
			'The redirects file /redirects.json is invalid at `0.from`: must be a path such as /old/page, without `base` and without a slash at the end.',
		);
	},
);

it.each(['javascript:alert(1)', '//host/new', 'new', '/new\n/* /phish 301'])(
	'rejects a redirect to %j',
	async (to) => {
		expect(await failure(JSON.stringify([{ from: '/old', to }]))).toBe(
			'The redirects file /redirects.json is invalid at `0.to`: must be a path, or an http or https address.',
		);
	},
);

it('rejects two redirects from one path, as after a merge', async () => {
	const redirects = [
		{ from: '/old', to: '/a' },
		{ from: '/old', to: '/b' },
	];
	expect(await failure(JSON.stringify(redirects))).toBe(
		'The redirects file /redirects.json has two entries from /old.',
	);
});

it('rejects what is no list', async () => {
	expect(await failure('{}')).toBe('The redirects file /redirects.json is invalid: it is not a JSON list.');
});

it.each([
	['[\n\t{ "from": "/a", "to": "/b" }\n\t{ "from": "/c", "to": "/d" }\n]', / at line 3, column 2\.$/],
	['[\n<<<<<<< HEAD\n]', /<<<<<<< HEAD/],
	['', /: Unexpected end of JSON input\.$/],
])('says where the syntax of %j is wrong', async (text, where) => {
	const message = await failure(text);
	expect(message).toContain('The redirects file /redirects.json is not valid JSON: ');
	expect(message).toMatch(where);
});
