import type { SpaceSettings } from 'astro-slugline/space';
import { openSpace } from '../space/open-space.js';

const files = {
	'space.yaml':
		'name: Harbour\nid: 606\ntokens: { public: pub-token, preview: pre-token, oauth: oa-token }\n',
	'hello.md': '---\nname: Hello\ncontent: { component: page }\n---\n',
};

/** The embedded space on a port of its own, with the variables that name it. */
export async function serveSpace(more: Record<string, string> = {}, settings: SpaceSettings = {}) {
	const { folder, space } = await openSpace({ ...files, ...more }, settings);
	const { url } = await space.listen();
	const env = {
		SLUGLINE_TOKEN: 'pub-token',
		SLUGLINE_BASE_URL: url,
		SLUGLINE_MANAGEMENT_TOKEN: 'oa-token',
		SLUGLINE_MANAGEMENT_URL: url,
	};
	return { folder, space, url, env };
}
