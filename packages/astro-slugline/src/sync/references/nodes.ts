/** A row with the properties that the reference graph needs. Part of a `StoryRow`. */
export interface ReferringRow {
	uuid: string;
	/** `default` or a language code. */
	lang: string;
	digest: string;
	/** The references in its content, encoded by `writeReferences`. */
	references: string;
}

const defaultLang = 'default';

/**
 * The stories of a space as numbered nodes, one per story and language with content: its own, or else that of the default language.
 * A node without content of its own is needed, because stories that it refers to may have content in its language.
 */
export interface Nodes<Row> {
	/** Greater than every node number. */
	size: number;
	/** The node of each row, in the order of the rows. */
	starts: readonly number[];
	/** The row with the content of a node; undefined for a number without a node. */
	contentOf(node: number): Row | undefined;
	/** The node of another story in the language of `from`; undefined if the story has no content. */
	nodeFor(uuid: string, from: number): number | undefined;
	/** The uuid and address of a node's story, in its language or else in the default one; empty if it has no page. */
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
			const existing = addresses[node];
			if (existing !== undefined) return existing;
			const href = hrefAt(node) ?? hrefAt(standardOf(node));
			const address = href === undefined ? '' : `${contentOf(node)?.uuid} ${href}`;
			addresses[node] = address;
			return address;
		},
	};
}
