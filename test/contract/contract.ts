import type { Space, SpaceSettings } from 'astro-slugline/space';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A parsed response of the space. */
export interface Answered {
	status: number;
	headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: cases look into bodies as a client in plain JavaScript does
	body: any;
}

/** How a case calls the space. */
export interface Api {
	tokens: { public: string; preview: string; oauth: string };
	/**
	 * Sends a request with a token (default: `public`, `null` for none), and follows the redirect to the
	 * address with `cv`, as clients do.
	 */
	ask(path: string, query?: Query, options?: AskOptions): Promise<Answered>;
	/** The uuid or id of a story or folder by its slug, drafts included. */
	link(slug: string): Promise<{ id: number; uuid: string }>;
	/** The space itself, for edits and events. */
	space: Space;
	/** Opens another space with the same files and these. */
	open(files: Readonly<Record<string, string>>, settings?: SpaceSettings): Promise<Api>;
}

export type Query =
	| Readonly<Record<string, string | number | undefined>>
	| readonly (readonly [string, string])[];

export interface AskOptions extends RequestInit {
	token?: 'public' | 'preview' | 'oauth' | null;
}

/** A case of the contract, and the rows of the documentation's tables that it covers. */
export interface ContractCase {
	name: string;
	covers: readonly string[];
	run(api: Api): Promise<void>;
}

export const contractCase = (
	name: string,
	covers: readonly string[],
	run: (api: Api) => Promise<void>,
): ContractCase => ({ name, covers, run });

/** Creates an API for one way to reach a space. `close` closes everything it opened. */
export type OpenApi = () => Promise<{ api: Api; close(): Promise<void> }>;

/**
 * Runs every case over one way to reach a space.
 *
 * @param name - of the way, for the report
 */
export function describeSpaceContract(name: string, open: OpenApi, cases: readonly ContractCase[]): void {
	describe(name, () => {
		let opened: Awaited<ReturnType<OpenApi>>;
		beforeAll(async () => {
			opened = await open();
		});
		afterAll(() => opened.close());

		for (const each of cases) test(each.name, () => each.run(opened.api));
	});
}

/**
 * Prints the rows with the cases that cover them, and checks that each row has a case, and that cases only
 * cover existing rows.
 */
export function testCoverage(rows: readonly string[], cases: readonly ContractCase[]): void {
	test('every row of the interface has a case', () => {
		console.log(coverage(rows, cases).join('\n'));
		const covered = new Set(cases.flatMap((each) => each.covers));
		expect(rows.filter((row) => !covered.has(row))).toEqual([]);
		expect([...covered].filter((row) => !rows.includes(row))).toEqual([]);
		expect(new Set(rows).size).toBe(rows.length);
	});
}

const coverage = (rows: readonly string[], cases: readonly ContractCase[]): string[] =>
	rows.map((row) => {
		const names = cases.filter((each) => each.covers.includes(row)).map((each) => each.name);
		return `${row.padEnd(38)} ${names.length === 0 ? 'NO CASE' : names.join(' · ')}`;
	});
