import { expect, it } from 'vitest';
import type { Location } from '../../../packages/astro-keep/src/content-store/format/location.js';
import { isAsPacked, openData } from '../../../packages/astro-keep/src/content-store/read/open-data.js';
import type { SegmentReader } from '../../../packages/astro-keep/src/content-store/read/segment-reader.js';

const head = JSON.stringify({ name: 'One', tags: ['b', 'a'], content: 'article' });
const content = JSON.stringify({ component: 'article', slides: ['x', 'y'] });

const location: Location = {
	...{ segment: 'a', offset: 0 },
	...{ head: { length: head.length, crc: 0 }, content: { length: content.length, crc: 0 } },
};

const reader = {
	head: () => JSON.parse(head),
	content: () => JSON.parse(content),
} as unknown as SegmentReader;

type Opened = { tags: string[]; name: string; content: { slides: string[] }; extra?: string };

const open = () => openData(location, reader) as unknown as Opened & Record<string, unknown>;

it('finds every change of an open entry, and none in one that was only read', () => {
	const read = open();
	expect(isAsPacked(read, location, reader)).toBe(true);
	expect([read.tags[0], read.content.slides[0], { ...read }.name]).toEqual(['b', 'x', 'One']);
	expect(isAsPacked(read, location, reader)).toBe(true);
	for (const change of [
		(data: Opened) => data.tags.sort(),
		(data: Opened) => data.content.slides.shift(),
		(data: Opened) => Object.assign(data, { name: 'Two' }),
		(data: Opened) => Object.assign(data, { extra: 'x' }),
		(data: Opened) => Object.assign(data, { content: { slides: [] } }),
	]) {
		const data = open();
		change(data);
		expect(isAsPacked(data, location, reader), String(change)).toBe(false);
	}
});
