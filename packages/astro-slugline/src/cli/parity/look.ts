import type { Asker, Seen } from './asker.js';
import { fieldsOf, itemsOf } from './values.js';

type Query = Readonly<Record<string, string | number>>;

interface List extends Seen {
	fields: Record<string, unknown>;
	items: Record<string, unknown>[];
	/** The header `total`; NaN without one. */
	total: number;
}

/** What assumptions are checked by. */
export interface Look {
	ask: Asker['ask'];
	stories(query?: Query): Promise<List>;
	/** The first 1,000 published links, with their dates. */
	links(): Promise<List>;
	/** Codes of the languages besides the default one. */
	languages(): Promise<string[]>;
}

/** Number of stories that are compared. */
export const sample = 100;

export function createLook({ ask }: Asker): Look {
	const list = async (name: string, query: Query): Promise<List> => {
		const seen = await ask(name, { version: 'published', ...query });
		const fields = fieldsOf(seen.body);
		const total = Number(seen.headers.get('total') ?? Number.NaN);
		return { ...seen, fields, items: itemsOf(fields[name]), total };
	};
	return {
		ask,
		stories: (query) => list('stories', { per_page: sample, ...query }),
		links: () => list('links', { per_page: 1000, include_dates: 1 }),
		async languages() {
			const { body } = await ask('spaces/me');
			const codes = fieldsOf(fieldsOf(body)['space'])['language_codes'];
			return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [];
		},
	};
}
