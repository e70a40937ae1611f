import { listed } from '../check/warnings.js';
import { pathOf } from '../decide/page-ids.js';
import { partsOf, type Read, type ReadChannel } from '../tracking/index.js';
import type { PageToRender } from './protocol.js';
import { renderInNewThread, textsIn } from './render-thread.js';
import type { RendererConfig } from './renderer-config.js';

/** Pages that are rendered at another time, to see whether they change with it. */
const maxPages = 20;

/** Milliseconds before and after the date: sites publish some minutes earlier, or by the day of a time zone. */
const marginMs = 86_400_000;

/**
 * Warns of pages that compare the clock with dates of content, as in `pubDate <= now`: they change when the next of these dates comes,
 * and no build renders them for it. Each is rendered before and after the date, in threads.
 *
 * @param pages those that the build has rendered, with their reads
 * @returns the warning; undefined if there are none
 */
export async function clockWarning(
	pages: readonly (PageToRender & { reads: readonly Read[] })[],
	instance: RendererConfig,
	timesIn: ReadChannel['timesIn'],
): Promise<string | undefined> {
	const timesOf = new Map<Read, readonly number[]>();
	for (const read of new Set(pages.flatMap(({ reads }) => reads))) {
		const [kind, asked] = partsOf(read);
		if (kind === 'fields') timesOf.set(read, (await timesIn?.(asked)) ?? []);
	}
	const next = Math.min(...[...timesOf.values()].flat());
	if (!Number.isFinite(next)) return undefined;
	const asked = pages
		.filter(({ reads }) => reads.some((read) => timesOf.get(read)?.includes(next)))
		.slice(0, maxPages);
	const renderAt = (time: number) => renderInNewThread({ ...instance, time }, asked);
	const [before, after] = [await renderAt(next - marginMs), await renderAt(next + marginMs)];
	const changing = asked
		.filter(({ id }) => textsIn(before, id) !== textsIn(after, id))
		.map(({ id }) => pathOf(id));
	if (changing.length === 0) return undefined;
	return `${listed(changing)} will change around ${new Date(next).toISOString().slice(0, 10)}, because the code compares the clock with a date of its content. A build after that renders only what other changes affect, so call alwaysRender() on pages that do so.`;
}
