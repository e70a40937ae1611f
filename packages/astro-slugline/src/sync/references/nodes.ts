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
	/** The uuid and address of a node's story, in its language or the default one; empty if it has no page. */
	addressOf(node: number): string;
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
	const standardOf = (node: number) => node - (node % langs.length);
	const contentOf = (node: number) => contents[node] ?? contents[standardOf(node)];
	const hrefAt = (node: number) => {
		const row = contents[node];
		return row && hrefOf(row.uuid, row.lang);
	};
	const addresses: (string | undefined)[] = new Array(size);
	return {
		size,
		starts,
		contentOf,
		nodeFor(uuid, from) {
			const story = stories.get(uuid);
			if (story === undefined) return undefined;
			const node = story + (from % langs.length);
			return contentOf(node) && node;
		},
		addressOf(node) {
			const known = addresses[node];
			if (known !== undefined) return known;
			const href = hrefAt(node) ?? hrefAt(standardOf(node));
			const address = href === undefined ? '' : `${contentOf(node)?.uuid} ${href}`;
			addresses[node] = address;
			return address;
		},
	};
}
