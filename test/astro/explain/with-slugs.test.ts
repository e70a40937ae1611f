import { expect, it } from 'vitest';
import { withSlugs } from '../../../packages/astro-slugline/src/astro/explain/with-slugs.js';
import { temporaryFolder } from '../../support/test-folder.js';

it('adds the slug of a story with a page to its uuid', async () => {
	const [uuid, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
	const routes = { 'de/blog/eins': { uuid, lang: 'de' }, 'blog/one': { uuid, lang: 'default' } };
	const cache = await temporaryFolder({
		'slugline/routes-default.abc.json': `{}\n${JSON.stringify({ routes })}`,
		'slugline/types-default.json': '{}',
	});
	expect([`the address of \`${uuid}\``, `the address of \`${other}\``].map(await withSlugs(cache))).toEqual([
		`the address of \`${uuid} (blog/one)\``,
		`the address of \`${other}\``,
	]);
	expect((await withSlugs(`${cache}/none`))(uuid ?? '')).toBe(uuid);
});
