/** What the reference graph reads of a row: a part of a `StoryRow`. */
export interface ReferringRow {
	uuid: string;
	/** `default` or a language code. */
	lang: string;
	digest: string;
	/** What its content refers to, as `writeReferences` writes it. */
	references: string;
}

const defaultLang = 'default';

/**
 * The stories of a space as numbered nodes, one for each story and language that has content: its own, else that of the
 * default language. The one without content of its own counts, since what it refers to may have some in that language.
 */
export interface Nodes<Row> {
	/** More than the highest number. */
	size: number;
	/** The node of each row, in the order of the rows. */
	starts: readonly number[];
	/** The row whose content a node shows; undefined for a number that is no node. */
	contentOf(node: number): Row | undefined;
	/** The story of a uuid in the language of a node; undefined if there is no such content. */
	nodeFor(uuid: string, from: number): number | undefined;
	/** The story's uuid and its address as the language of a node has it; empty if it has no page. */
	addressFor(uuid: string, from: number): string;
}

export function createNodes<Row extends ReferringRow>(
	rows: readonly Row[],
	hrefOf: (uuid: string, lang: string) => string | undefined,
): Nodes<Row> {
	const langs = [...new Set([defaultLang, ...rows.map(({ lang }) => lang)])];
	const places = new Map(langs.map((lang, place) => [lang, place]));
	const stories = new Map<string, number>();
	for (const { uuid } of rows) if (!stories.has(uuid)) stories.set(uuid, stories.size * langs.length);
	const size = stories.size * langs.length;
	const contents: (Row | undefined)[] = new Array(size);
	const starts = rows.map((row) => {
		const node = (stories.get(row.uuid) ?? 0) + (places.get(row.lang) ?? 0);
		contents[node] = row;
		return node;
	});
	const langOf = (node: number) => langs[node % langs.length] ?? defaultLang;
	const inLanguageOf = (from: number, uuid: string) => {
		const story = stories.get(uuid);
		return story === undefined ? undefined : story + (from % langs.length);
	};
	const contentOf = (node: number) => contents[node] ?? contents[node - (node % langs.length)];
	const makeAddress = (uuid: string, lang: string) => {
		const href = hrefOf(uuid, lang) ?? (lang === defaultLang ? undefined : hrefOf(uuid, defaultLang));
		return href === undefined ? '' : `${uuid} ${href}`;
	};
	const addresses: (string | undefined)[] = new Array(size);
	return {
		size,
		starts,
		contentOf,
		nodeFor(uuid, from) {
			const node = inLanguageOf(from, uuid);
			return node !== undefined && contentOf(node) ? node : undefined;
		},
		addressFor(uuid, from) {
			const node = inLanguageOf(from, uuid);
			// A page whose content did not come has an address all the same.
			if (node === undefined) return makeAddress(uuid, langOf(from));
			const known = addresses[node] ?? makeAddress(uuid, langOf(from));
			addresses[node] = known;
			return known;
		},
	};
}
