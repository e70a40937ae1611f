import { expect, test } from 'vitest';
import {
	type DeliveryEndpoint,
	deliveryEndpoints,
} from '../../packages/astro-slugline/src/shared/api/delivery-parameters.js';
import { openSpace, page } from '../space/open-space.js';

/** Where each endpoint is in the space below. */
const paths: Record<DeliveryEndpoint, string> = {
	stories: 'stories',
	'stories/*': 'stories/a/b',
	links: 'links',
	'links/*': 'links/uuid-of-b',
	datasources: 'datasources',
	'datasources/*': 'datasources/colors',
	datasource_entries: 'datasource_entries',
	tags: 'tags',
	experiments: 'experiments',
	'spaces/me': 'spaces/me',
	'assets/me': 'assets/me',
};

/** Values that are valid for a parameter; `1` for all others. */
const values: Record<string, string> = {
	version: 'published',
	filename: 'https://a.example/f/1/a.png',
	sort_by: 'name:asc',
	resolve_relations: 'page.author',
	only_variants: 'true',
	...Object.fromEntries(
		deliveryEndpoints.stories
			.filter((name) => name.includes('_at_'))
			.map((name) => [name, '2024-01-01 00:00']),
	),
};

/** Values for one story, with which it is found. */
const found: Record<string, Record<string, string>> = {
	'stories/*': { content_type: 'page', find_by: 'slug' },
};

const all = new Set<string>([
	...Object.values(deliveryEndpoints).flat(),
	'start_with',
	'_storyblok_tk[space_id]',
]);

test.each(Object.entries(paths))(
	'%s has its parameters, and refuses or ignores every other',
	async (endpoint, path) => {
		const isRefusing = endpoint.startsWith('stories');
		const lines: string[] = [];
		const own: readonly string[] = deliveryEndpoints[endpoint as DeliveryEndpoint];
		const { ask } = await openSpace(
			{
				'space.yaml': 'languages: [de]\ntokens: { public: pub, preview: pre, oauth: oa, asset: as }\n',
				'a/b.md': page.replace('content', 'uuid: uuid-of-b\ncontent'),
				'datasources/colors.yaml': 'entries: [{ name: sea, value: blue }]\n',
			},
			{ log: (line) => lines.push(line) },
		);
		const needed: Record<string, string> =
			endpoint === 'assets/me' ? { token: 'as', filename: values['filename'] ?? '' } : {};
		const asked = async (query: Record<string, string>) => {
			const { status, body } = await ask(`/v2/cdn/${path}`, { ...needed, ...query });
			return status === 200 || status === 301 ? 'answered' : `${status} ${JSON.stringify(body)}`;
		};
		for (const name of ['version', 'cv', ...own]) {
			const key = name === 'filter_query' ? 'filter_query[title][is]' : name;
			const value = key === name ? (found[endpoint]?.[name] ?? values[name] ?? '1') : 'empty';
			expect(await asked({ [key]: value }), name).toBe('answered');
		}
		for (const name of all) {
			if (own.includes(name)) continue;
			const error = `Parameter(s) ${name.replace(/\[.*/, '')} not allowed`;
			const refusal = `422 ${JSON.stringify({ error })}`;
			expect(await asked({ [name]: '1' }), name).toBe(isRefusing ? refusal : 'answered');
		}
		for (const _ of [1, 2])
			expect(await asked({ 'b[x]': '1', a: '', 'b[y]': '2' })).toBe(
				isRefusing ? '422 {"error":"Parameter(s) b, a not allowed"}' : 'answered',
			);
		const ignored = lines.filter((line) => line.endsWith('has no parameter `b`, so it is ignored.'));
		expect(ignored).toEqual(
			isRefusing ? [] : [`\`cdn/${endpoint}\` has no parameter \`b\`, so it is ignored.`],
		);
	},
);

test('the list at the management host refuses the same', async () => {
	const { ask, space } = await openSpace({ 'a.md': page });
	const { status, body } = await ask('/v1/stories', { token: space.tokens.oauth, start_with: 'a' });
	expect([status, body]).toEqual([422, { error: 'Parameter(s) start_with not allowed' }]);
});
