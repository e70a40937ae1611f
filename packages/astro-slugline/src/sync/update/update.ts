import type { CurrentSpace, Link } from '../../wire/index.js';
import type { SpaceIndex } from '../space-index.js';
import { trimSlug } from '../space-index.js';
import { defaultLang, languagesOf } from '../target-rows.js';
import type { Arrivals } from './arrivals.js';
import { type Ask, storiesPerPage } from './ask.js';
import { assemble } from './assemble.js';
import { markDoubts } from './mark-doubts.js';
import { type Plan, planRound } from './plan.js';
import { type Suspect, surplusOf, suspectsOf } from './suspects.js';

/** How often the space may move on under a sync before the sync ends all the same; the next one goes on from there. */
const mostMoves = 3;

export interface UpdateInput {
	ask: Ask;
	arrivals: Arrivals;
	space: CurrentSpace;
	version: 'published' | 'draft';
	/** The languages to build, once the links are known. */
	languages: (space: CurrentSpace, links: ReadonlyMap<string, Link>) => string[];
	/** What is kept; undefined to list everything. */
	kept: SpaceIndex | undefined;
	explain: (line: string) => void;
}

export interface Updated {
	space: CurrentSpace;
	cv: number | null;
	languages: string[];
	index: SpaceIndex;
	/** False if the space moved on in a way that dates cannot tell. */
	settled: boolean;
	/** Rows without content. */
	missing: { link: Link; lang: string }[];
}

/** Brings an index up to date with the space, and looks at the end whether the space has moved on meanwhile. */
export async function update(input: UpdateInput): Promise<Updated> {
	const { ask, arrivals, version } = input;
	const empty: SpaceIndex = new Map();
	let space = input.space;
	let index = input.kept ?? empty;
	let links: ReadonlyMap<string, Link> = new Map();
	let languages: string[] = [];
	let suspects: Suspect[] = [];
	let mixed = false;
	const cvOf = (current: CurrentSpace) => (version === 'published' ? current.version : null);
	const langsOf = (link: Link) => languagesOf(link, version, languages);

	const finish = (asked: (uuid: string, lang: string) => boolean) => {
		const cv = cvOf(space);
		index = assemble({ links, index, langsOf, asked, arrivals, cv });
		suspects = suspectsOf({
			links,
			index,
			kept: input.kept ?? empty,
			asked,
			arrivals,
			version,
			cv,
		});
		mixed = new Set([...arrivals.cvs].filter((one) => one !== null)).size > 1;
	};
	const open = () => suspects.filter(({ settled }) => !settled);

	const listAll = async () => {
		const cv = cvOf(space);
		const all = () => true;
		let early: Promise<void> | undefined;
		let earlyEnded = false;
		arrivals.beginRound();
		try {
			links = await ask.links(cv, () => {
				early = ask.listing({ lang: defaultLang, cv, wants: all }).then(() => {
					earlyEnded = true;
				});
				// Awaited below; a failure before that is no unhandled one.
				early.catch(() => {});
			});
		} catch (error) {
			await early?.catch(() => {});
			throw error;
		}
		// The links may then be newer than the stories, in ways that dates do not show.
		const inOrder = !earlyEnded;
		languages = input.languages(space, links);
		const stories = [...links.values()].filter((link) => langsOf(link).length > 0);
		const wantedIn = new Set(stories.flatMap(langsOf));
		const expected = stories.length;
		await Promise.all([
			early ?? (wantedIn.has(defaultLang) && ask.listing({ lang: defaultLang, cv, expected, wants: all })),
			...languages
				.filter((lang) => wantedIn.has(lang))
				.map((lang) => {
					const wants = (uuid: string) => {
						const link = links.get(uuid);
						return link !== undefined && langsOf(link).includes(lang);
					};
					return ask.listing({ lang, cv, expected, wants });
				}),
		]);
		finish(all);
		return inOrder;
	};

	const fetchPlanned = async ({ wanted, follow }: Plan) => {
		const cv = cvOf(space);
		const stories = [...links.values()].filter((link) => langsOf(link).length > 0).length;
		const pages = (count: number) => Math.ceil(count / storiesPerPage);
		arrivals.beginRound();
		for (;;) {
			const lang = wanted.next([defaultLang, ...languages]);
			if (lang === undefined) break;
			const uuids = wanted.take(lang);
			if (uuids.length > storiesPerPage && pages(uuids.length) >= pages(stories)) {
				await ask.listing({ lang, cv, expected: stories, wants: (uuid) => wanted.has(uuid, lang) });
			} else await ask.named(lang, cv, uuids);
			follow(arrivals);
		}
		finish(wanted.has);
	};
	const plan = (why: ReadonlyMap<string, string>, compare: boolean) =>
		planRound({
			links,
			index,
			langsOf,
			suspects: why,
			arrivals: compare ? arrivals : undefined,
			explain: (link, reason) => input.explain(`${trimSlug(link.slug)}: ${reason}`),
		});
	const reasons = () => new Map(open().map(({ uuid, why }) => [uuid, why]));
	const sweep = async (compare: boolean) => {
		const why = reasons();
		links = await ask.links(cvOf(space));
		languages = input.languages(space, links);
		await fetchPlanned(plan(why, compare));
	};

	let proven = false;
	let surplus = 0;
	if (input.kept) await sweep(false);
	else {
		const inOrder = await listAll();
		surplus = surplusOf(links, arrivals).length;
		const pinned = [...arrivals.cvs].every((one) => one === space.version);
		proven = inOrder && pinned && open().length === 0 && surplus === 0;
	}

	let settled = true;
	if (version === 'draft') {
		if (open().length > 0 || surplus > 0) await sweep(true);
	} else if (!proven) settled = await chase();

	const missing = suspects.flatMap(({ uuid, lang }) => {
		const record = index.get(uuid);
		return record?.absent.has(lang) ? [{ link: record.link, lang }] : [];
	});
	const cv = cvOf(space);
	return { space, cv, languages, index: markDoubts(index, suspects, cv), settled, missing };

	/** Asks for the cache version until it stands still and everything fits, within bounds. */
	async function chase(): Promise<boolean> {
		let moves = 0;
		let again = false;
		for (;;) {
			const latest = await ask.space();
			if (latest.version === space.version) {
				if (again || (open().length === 0 && !mixed)) return !mixed;
				again = true;
				if (mixed) await sweep(true);
				else await fetchPlanned(plan(reasons(), false));
				continue;
			}
			if (moves === mostMoves) return false;
			moves += 1;
			again = false;
			space = latest;
			await sweep(true);
		}
	}
}
