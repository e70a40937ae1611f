import { createSpace, type SpaceSettings } from 'astro-slugline/space';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/test-folder.js';

const files = {
	'space.yaml':
		'name: Harbour\nid: 606\ntokens: { public: pub-token, preview: pre-token, oauth: oa-token }\n',
	'hello.md': '---\nname: Hello\ncontent: { component: page }\n---\n',
};

/** The embedded space on a port of its own, with the variables that name it. */
export async function serveSpace(more: Record<string, string> = {}, settings: SpaceSettings = {}) {
	const folder = await temporaryFolder({ ...files, ...more });
	const space = createSpace(folder, settings);
	onTestFinished(() => space.close());
	const { url } = await space.listen();
	const env = {
		SLUGLINE_TOKEN: 'pub-token',
		SLUGLINE_BASE_URL: url,
		SLUGLINE_MANAGEMENT_TOKEN: 'oa-token',
		SLUGLINE_MANAGEMENT_URL: url,
	};
	return { folder, space, url, env };
}
