import live from 'virtual:astro-slugline/live';
import type { APIContext } from 'astro';
import type { LiveReport } from '../../shared/api/live-report.js';
import { wordsOf } from './host/warn.js';
import { reader } from './record.js';

/** The tag of the page by which `slugline doctor` sees when a purge has arrived. */
const testTag = 'slugline-test';

/** A page that is another one whenever it is rendered, and cached where live pages are. */
export function testPage({ cache }: APIContext): Response {
	if (cache?.enabled) cache.set({ maxAge: 60, tags: [testTag] });
	return new Response(`${crypto.randomUUID()}\n`);
}

/** Purges the test page, and says what this server can do. */
export async function report(
	purge: (tags: string[]) => Promise<void>,
	{ cache }: APIContext,
): Promise<Response> {
	const found: LiveReport = {
		...{ space: null, problem: null, isCurrent: true },
		cache: cache?.enabled ? live.cache : null,
	};
	try {
		const { id, name, version, version_is_hash } = await reader().current();
		const cv = await reader().renew();
		found.space = { id, name };
		found.isCurrent = version_is_hash === true || cv === null || cv === version;
		await purge([testTag]);
	} catch (error) {
		found.problem = wordsOf(error);
	}
	return Response.json(found, { headers: { 'cache-control': 'no-store' } });
}
