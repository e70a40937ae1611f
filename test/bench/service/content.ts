// Generated content: the same for the same story, revision and language, on every machine.

const words =
	'harbour rope tide mast lamp stone letter bridge winter kettle copper ladder engine paper meadow silver window garden signal anchor river market thread barrel candle orchard ferry shelter pocket marble'.split(
		' ',
	);

/** Numbers from 0 up to 1 by a seed (mulberry32). */
function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

const pick = (random: () => number, from: readonly string[]) =>
	from[Math.floor(random() * from.length)] ?? '';

const sentences = Array.from({ length: 512 }, (_, number) => {
	const random = randomOf(number);
	const text = Array.from({ length: 14 }, () => pick(random, words)).join(' ');
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
});

/** A uuid that belongs to a number. */
export function uuidOf(number: number): string {
	const random = randomOf(number * 31 + 7);
	const hex = Array.from({ length: 4 }, () =>
		Math.floor(random() * 4_294_967_296)
			.toString(16)
			.padStart(8, '0'),
	).join('');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** A paragraph of a few sentences. */
export function paragraphOf(seed: number): string {
	const random = randomOf(seed);
	return Array.from({ length: 5 }, () => pick(random, sentences)).join(' ');
}

export interface ContentOf {
	id: number;
	component: string;
	title: string;
	revision: number;
	/** Number of the language, 0 for the default one. */
	language: number;
	/** Uuids of other stories. */
	related: readonly string[];
}

/** The content of a story, about 4 kB as JSON. */
export function contentOf({ id, component, title, revision, language, related }: ContentOf) {
	const seed = id * 1009 + revision * 101 + language * 13;
	return {
		_uid: uuidOf(-id),
		component,
		title,
		summary: sentences[(seed * 7) % sentences.length] ?? '',
		price: String((id % 500) + 0.5),
		related,
		body: Array.from({ length: 6 }, (_, place) => ({
			_uid: `${id}-${place}`,
			component: 'paragraph',
			heading: (sentences[(seed + place * 3) % sentences.length] ?? '').slice(0, 40),
			text: paragraphOf(seed * 6 + place),
		})),
		seo: {
			_uid: `${id}-seo`,
			plugin: 'seo_metatags',
			title,
			description: sentences[seed % sentences.length],
		},
	};
}
