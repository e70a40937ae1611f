import { smallHash } from '../shared/text/small-hash.js';
import { missing, type Table } from '../tracking/index.js';
import { sha } from './sha.js';

/** Length of a cell above which its digest stands for it. */
const maxCell = 100;

/** Length of a mark: equal marks of different texts are one in 1.7 million, and change only what a reason says. */
const markLength = 4;

const markOf = (text: string): string =>
	smallHash(text).toString(36).padStart(markLength, '0').slice(-markLength);

/**
 * The digest of a table. Behind a space are marks, which tell what changed: of its columns, and of its rows by their names.
 *
 * @example tableDigest([['a', ['1', '2']]]) // → '6f1a… ["0x1y0x2y",{"a":"0x3y"}]'
 */
export function tableDigest(table: Table): string {
	const rows = table.map(([name, cells]) => {
		const short = cells.map((cell) => (cell.length > maxCell ? sha(cell) : cell));
		return { name, short, text: short.join() };
	});
	const columns = rows.reduce((most, { short }) => Math.max(most, short.length), 0);
	const columnText = (at: number) => rows.map(({ short }) => short[at]).join('\n');
	return `${sha(`${rows.length}\n${rows.map(({ text }) => text).join('\n')}`)} ${JSON.stringify([
		Array.from({ length: columns }, (_, at) => markOf(columnText(at))).join(''),
		Object.fromEntries(rows.map(({ name, text }) => [name, markOf(text)])),
	])}`;
}

/** What changed in a table. */
export interface TableChange {
	/** Names of rows that exist now and did not before, or the other way around. */
	added: string[];
	removed: string[];
	/** Names of rows with other cells. */
	changed: string[];
	/** The places of the columns that changed. */
	columns: number[];
}

/** What changed between two digests; undefined if one of them is not of a table. */
export function changeOfTable(before: string, now: string): TableChange | undefined {
	const [old, fresh] = [before, now].map(marksIn);
	if (!old || !fresh) return undefined;
	const exists = (mark: string | undefined) => mark !== undefined && mark !== markOf(missing);
	const names = [...new Set([...Object.keys(old.rows), ...Object.keys(fresh.rows)])];
	const select = (had: boolean, has: boolean) =>
		names.filter((name) => exists(old.rows[name]) === had && exists(fresh.rows[name]) === has);
	const places = Array.from(
		{ length: Math.max(old.columns.length, fresh.columns.length) / markLength },
		(_, at) => at,
	);
	const columnAt = (columns: string, at: number) => columns.slice(at * markLength, (at + 1) * markLength);
	return {
		added: select(false, true),
		removed: select(true, false),
		changed: select(true, true).filter((name) => old.rows[name] !== fresh.rows[name]),
		columns: places.filter((at) => columnAt(old.columns, at) !== columnAt(fresh.columns, at)),
	};
}

function marksIn(digest: string): { columns: string; rows: Readonly<Record<string, string>> } | undefined {
	const place = digest.indexOf(' ');
	if (place < 0) return undefined;
	const [columns, rows] = JSON.parse(digest.slice(place + 1));
	return { columns, rows };
}
