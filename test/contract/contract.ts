import type { Space, SpaceSettings } from 'astro-slugline/space';
import { rowsOf } from './rows.js';

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

/** @param covers tables and rows, as in `rowsOf()` */
export const contractCase = (
	name: string,
	covers: readonly string[],
	run: (api: Api) => Promise<void>,
): ContractCase => ({ name, covers: rowsOf(...covers), run });
