import { createDeliveryClient } from 'astro-slugline/client';
import { expect, it } from 'vitest';
import type { Content } from '../../packages/astro-slugline/src/preview/index.js';
import { createReleases } from '../../packages/astro-slugline/src/preview/server/releases.js';

/** The releases of a space whose API responds with these statuses, one after the other. */
function releasesOf(...statuses: number[]) {
	const client = createDeliveryClient({
		token: 'the-preview-token',
		retry: { attempts: 1 },
		fetch: async () => {
			const status = statuses.shift() ?? 200;
			return Response.json(status === 200 ? { stories: [], cv: 1, rels: [], links: [] } : {}, {
				status,
				headers: { total: '0' },
			});
		},
	});
	return createReleases(async () => client);
}

const content = { space: { links: [], rows: [] } } as unknown as Content;
const session = { release: '9', lang: 'default' };

it.each([
	[404, /^Release 9 could not be loaded\. The API refused it with status 404: .* Open the story without/],
	[401, /^Release 9 could not be loaded\. The API refused it with status 401: .* token that may read it/],
	[500, /^Release 9 could not be loaded\. .*The API returned a server error\. Try again later\./],
])('explains why a release is not shown if the API responds with status %i', async (status, message) => {
	const draftsIn = releasesOf(status);
	const refused = await draftsIn(content, session).catch((error) => error);
	expect(refused).toMatchObject({ name: 'Error', status: 502, message: expect.stringMatching(message) });
	expect(refused.message).not.toContain('the-preview-token');
	// The next request may succeed.
	expect(await draftsIn(content, session)).toEqual([]);
});
