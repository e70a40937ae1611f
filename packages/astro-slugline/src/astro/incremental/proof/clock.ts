import type { Answer } from '../../page/tracking/index.js';
import { kindOf, type Read } from '../../page/tracking/index.js';
import { listed } from '../check/warnings.js';
import { type PageId, pathOf } from '../decide/page-ids.js';
import type { Asked, Instance } from './protocol.js';
import { startThread } from './render-thread.js';

/** Pages that are rendered at another time, to see whether they change with it. */
const maxPages = 20;

/** Milliseconds before and after the date: sites publish some minutes earlier, or by the day of a time zone. */
const marginMs = 86_400_000;

/**
 * Warns of pages that compare the clock with dates of content, as in `pubDate <= now`: they change when the next of these dates comes,
 * and no build renders them for it. Each is rendered before and after the date, in threads.
 *
 * @param answer returns the times that fields have which are yet to come, as JSON, in milliseconds since 1970
 * @param pages those that the build has rendered, with their reads
 * @returns the warning; undefined if there are none
 */
export async function clockWarning(
	pages: readonly (Asked & { reads: readonly Read[] })[],
	instance: Instance,
	answer: Answer | undefined,
): Promise<string | undefined> {
	const timesOf = new Map<Read, readonly number[]>();
	for (const read of new Set(pages.flatMap(({ reads }) => reads)))
		if (kindOf(read) === 'fields')
			timesOf.set(read, JSON.parse(String(await answer?.(read.slice(7))) || '[]'));
	const next = Math.min(...[...timesOf.values()].flat());
	if (!Number.isFinite(next)) return undefined;
	const asked = pages
		.filter(({ reads }) => reads.some((read) => timesOf.get(read)?.includes(next)))
		.slice(0, maxPages);
	const [before, after] = [
		await renderAt(next - marginMs, asked, instance),
		await renderAt(next + marginMs, asked, instance),
	];
	const changing = asked.filter(({ id }) => before.get(id) !== after.get(id)).map(({ id }) => pathOf(id));
	if (changing.length === 0) return undefined;
	return `${listed(changing)} will change around ${new Date(next).toISOString().slice(0, 10)}, because the code compares the clock with a date of its content. A build after that renders only what other changes affect, so call alwaysRender() on pages that do so.`;
}

/** The digests of pages at a time. */
async function renderAt(
	time: number,
	pages: readonly Asked[],
	instance: Instance,
): Promise<ReadonlyMap<PageId, string | undefined>> {
	const thread = startThread({ ...instance, time });
	const made = new Map<PageId, string | undefined>();
	try {
		const asked = pages.map(({ id, address, route }): Asked => ({ id, address, route }));
		await thread.render(asked, 'same', (id, { digest }) => made.set(id, digest));
	} finally {
		await thread.stop();
	}
	return made;
}
