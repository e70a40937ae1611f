import { defaultLang } from '../model/space-index.js';
import { readReferences } from './references.js';
import { stronglyConnected } from './strongly-connected.js';

/** Everything that digests of references are made from. */
export interface ReferenceInput<Row extends ReferringRow> {
	rows: readonly Row[];
	/** The fields that are relations, as `component.field`. @default every field that holds the uuid of a story */
	relations?: readonly string[] | undefined;
	/** The address of a row; undefined if it has no page. */
	hrefOf(uuid: string, lang: string): string | undefined;
	/** A collision-free hash of a text, in hexadecimal. */
	hash(text: string): string;
}

/** The digest of a row without references to existing stories. */
const nothing = '0';

/**
 * Computes a digest of the references of each row: the content of its relations at any depth, the addresses of these stories, and
 * the addresses of all stories that they and the row link to. Stories are taken in the row's own language or else in the default
 * one. Missing stories do not count, so the digest changes when they appear. Rows that refer to each other in a cycle share one
 * digest for the whole cycle. Linear in rows and references.
 *
 * @example
 * const digests = referenceDigests({ rows, hrefOf, hash });
 * const hasChanged = digests.get(row) !== previous;
 */
export function referenceDigests<Row extends ReferringRow>(input: ReferenceInput<Row>): Map<Row, string> {
	const nodes = createNodes(input.rows, input.hrefOf);
	const relations = input.relations && new Set(input.relations);
	const ownOf = (node: number) => nodes.contentOf(node)?.digest ?? '';
	const hash = (text: string) => input.hash(text).slice(0, 16);
	/** The nodes that each visited node refers to. */
	const targets: number[][] = new Array(nodes.size);
	/** The addresses of the stories that each visited node refers or links to, as one text. */
	const addresses: string[] = new Array(nodes.size);
	const beyond: string[] = new Array(nodes.size);
	const whole: string[] = new Array(nodes.size);

	const visit = (node: number): number[] => {
		const read = readReferences(nodes.contentOf(node)?.references ?? '');
		const found: number[] = [];
		const around: string[] = [];
		const look = (uuid: string, isRelation: boolean) => {
			const target = nodes.nodeFor(uuid, node);
			if (target === undefined) return;
			if (isRelation) found.push(target);
			const address = nodes.addressOf(target);
			if (address !== '') around.push(address);
		};
		for (const [field, uuids] of Object.entries(read.relations)) {
			if (!relations || relations.has(field)) for (const uuid of uuids) look(uuid, true);
		}
		for (const uuid of read.links) look(uuid, false);
		targets[node] = found;
		addresses[node] = around.join('\n');
		return found;
	};

	for (const members of stronglyConnected({ size: nodes.size, starts: nodes.starts, targetsOf: visit })) {
		const inside = new Set(members);
		const leadsToItself = members.length > 1 || members.some((node) => targets[node]?.includes(node));
		const parts = members.map((node) => {
			const part = leadsToItself ? [ownOf(node)] : [];
			for (const target of targets[node] ?? []) if (!inside.has(target)) part.push(whole[target] ?? '');
			part.push(addresses[node] ?? '');
			return part.join('\n');
		});
		const isEmpty = parts.every((part) => part === '');
		const seen = isEmpty ? nothing : hash(parts.sort().join('\n\n'));
		for (const node of members) {
			beyond[node] = seen;
			whole[node] = leadsToItself ? seen : `${ownOf(node)} ${seen}`;
			addresses[node] = '';
		}
	}
	return new Map(input.rows.map((row, position) => [row, beyond[nodes.starts[position] ?? 0] ?? nothing]));
}

/** A row with the properties that the reference graph needs. Part of a `StoryRow`. */
interface ReferringRow {
	uuid: string;
	/** `default` or a language code. */
	lang: string;
	digest: string;
	/** The references in its content, encoded by `writeReferences`. */
	references: string;
}

/**
 * The stories of a space as numbered nodes, one per story and language with content: its own, or else that of the default language.
 * A node without content of its own is needed, because stories that it refers to may have content in its language.
 */
function createNodes<Row extends ReferringRow>(
	rows: readonly Row[],
	hrefOf: (uuid: string, lang: string) => string | undefined,
) {
	const langs = [...new Set([defaultLang, ...rows.map(({ lang }) => lang)])];
	const positions = new Map(langs.map((lang, position) => [lang, position]));
	const stories = new Map<string, number>();
	for (const { uuid } of rows) if (!stories.has(uuid)) stories.set(uuid, stories.size * langs.length);
	const size = stories.size * langs.length;
	const contents: (Row | undefined)[] = new Array(size);
	const starts = rows.map((row) => {
		const node = (stories.get(row.uuid) ?? 0) + (positions.get(row.lang) ?? 0);
		contents[node] = row;
		return node;
	});
	const standardOf = (node: number) => node - (node % langs.length);
	/** The row with the content of a node; undefined for a number without a node. */
	const contentOf = (node: number) => contents[node] ?? contents[standardOf(node)];
	const hrefAt = (node: number) => {
		const row = contents[node];
		return row && hrefOf(row.uuid, row.lang);
	};
	const addresses: (string | undefined)[] = new Array(size);
	return {
		/** Greater than every node number. */
		size,
		/** The node of each row, in the order of the rows. */
		starts,
		contentOf,
		/** The node of another story in the language of `from`; undefined if the story has no content. */
		nodeFor(uuid: string, from: number) {
			const story = stories.get(uuid);
			if (story === undefined) return undefined;
			const node = story + (from % langs.length);
			return contentOf(node) && node;
		},
		/** The uuid and address of a node's story, in its language or else in the default one; empty if it has no page. */
		addressOf(node: number) {
			const existing = addresses[node];
			if (existing !== undefined) return existing;
			const href = hrefAt(node) ?? hrefAt(standardOf(node));
			const address = href === undefined ? '' : `${contentOf(node)?.uuid} ${href}`;
			addresses[node] = address;
			return address;
		},
	};
}
