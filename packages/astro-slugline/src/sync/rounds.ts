import { languagesIn, languagesOf } from '../shared/api/languages-of.js';
import { trimSlashes } from '../shared/text/slashes.js';
import type { CurrentSpace, Link } from '../wire/index.js';
import { RoundPlan } from './delta/fetch-plan.js';
import { assemble } from './delta/next-index.js';
import { isNewer, type Suspect, suspectsOf } from './delta/stale-rows.js';
import type { Arrivals } from './fetch/fetched-stories.js';
import { type Ask, type MayTake, storiesPerPage } from './fetch/space-fetcher.js';
import type { Settings } from './model/options.js';
import { defaultLang, type SpaceIndex } from './model/space-index.js';

export interface RoundsInput {
	/** The space at the start of the sync. */
	space: CurrentSpace;
	ask: Ask;
	arrivals: Arrivals;
	settings: Settings;
	/** True for a story to request even if its link is unchanged. */
	isNamed: (link: Link) => boolean;
	/** The cached index; undefined to list everything. */
	previous: SpaceIndex | undefined;
}

/** Maximum number of pages that a client requests ahead of the one it returns. */
const pagesAhead = 30;

/** The rounds in which a sync reads a space. Each makes requests and updates the index with what arrived. */
export class Rounds {
	/** The space at the start of the last round. */
	space: CurrentSpace;
	/** The codes of the languages to build, without the default one. */
	languages: string[] = [];
	index: SpaceIndex;
	/** Rows that do not match their links. */
	suspects: Suspect[] = [];
	/** The snapshots of the responses in the last round; null for a response without one. */
	cvs: ReadonlySet<number | null> = new Set();
	/** True if a story arrived that was saved after its link was read. */
	newer = false;
	#links: ReadonlyMap<string, Link> = new Map();
	readonly #input: RoundsInput;

	constructor(input: RoundsInput) {
		this.#input = input;
		this.space = input.space;
		this.index = input.previous ?? new Map();
	}

	/** True if a row does not match its link, and asking again may help. */
	get isSuspect(): boolean {
		return this.suspects.some(({ settled }) => !settled);
	}

	/** Identifies the moment of the last round: its snapshot, or the space's version if there is none; null for drafts. */
	get label(): number | null {
		if (this.#input.settings.version === 'draft') return null;
		return Math.max(...this.snapshots, 0) || this.space.version;
	}

	/** The snapshots of the responses in the last round that name one. */
	get snapshots(): number[] {
		return [...this.cvs].filter((cv) => cv !== null);
	}

	langsOf = (link: Link): string[] => languagesOf(link, this.#input.settings.version, this.languages);

	/** The links with a story in any language. */
	shownStories(): Link[] {
		return [...this.#links.values()].filter((link) => this.langsOf(link).length > 0);
	}

	/** Uuids of stories that arrived in this sync but are not in the links. */
	strangers(): string[] {
		const arrived = [...this.#input.arrivals.all.values()].map(({ uuid }) => uuid);
		return [...new Set(arrived)].filter((uuid) => !this.#links.has(uuid));
	}

	/** Requests these stories, and returns the slugs of those that arrive. */
	async stillGiven(uuids: readonly string[]): Promise<string[]> {
		const { ask, arrivals } = this.#input;
		arrivals.beginRound(true);
		await ask.named({ lang: defaultLang, expected: this.shownStories().length, uuids });
		return [...arrivals.round.values()].map(({ row }) => row.slug);
	}

	/**
	 * Lists everything.
	 *
	 * @returns undefined if the edge's snapshot must not be taken; false if all stories may have been requested before the last links
	 * arrived, so that the links may be newer than the stories without a date that shows it
	 */
	async listAll(mayTake: MayTake): Promise<boolean | undefined> {
		const { ask, arrivals } = this.#input;
		const everything = () => true;
		let early: Promise<void> | undefined;
		arrivals.beginRound();
		try {
			const listed = await ask.links(mayTake, () => {
				early = ask.listing({ lang: defaultLang, wants: everything });
				// Awaited below. A failure before that must not be an unhandled rejection.
				early.catch(() => {});
			});
			if (listed === undefined) return undefined;
			this.#took(listed);
		} catch (error) {
			ask.giveUp(error);
			// Its own error is that it was given up.
			await early?.catch(() => {});
			throw error;
		}
		const before = arrivals.pages;
		const stories = this.shownStories();
		const expected = stories.length;
		const named = new Set(stories.flatMap(this.langsOf));
		const list = (lang: string) => {
			if (lang === defaultLang) return early ?? ask.listing({ lang, expected, wants: everything });
			const wants = (uuid: string) => {
				const link = this.#links.get(uuid);
				return link !== undefined && this.langsOf(link).includes(lang);
			};
			return ask.listing({ lang, expected, wants });
		};
		await allOf([defaultLang, ...this.languages].filter((lang) => named.has(lang)).map(list), ask.giveUp);
		await early;
		this.#finish(everything);
		const others = this.languages.some((lang) => named.has(lang));
		return early === undefined || others || arrivals.pages - before > pagesAhead;
	}

	/**
	 * Reads the links, and the stories that are new or changed according to them.
	 *
	 * @param compare true to also check stories of this sync against the links, because the space has moved
	 * @returns undefined if the edge's snapshot must not be taken; false if there was nothing to read
	 */
	async sweep(compare: boolean, mayTake: MayTake = () => true): Promise<boolean | undefined> {
		const { ask, arrivals } = this.#input;
		const before = arrivals.cvs;
		arrivals.beginRound();
		const listed = await ask.links(mayTake);
		if (listed === undefined) {
			arrivals.cvs = before;
			return undefined;
		}
		this.#took(listed);
		return this.#fetchPlanned(true, compare);
	}

	/** Requests the suspects again, except settled ones. */
	async retry(): Promise<void> {
		this.#input.arrivals.beginRound(true);
		await this.#fetchPlanned(false, false);
	}

	#took(links: ReadonlyMap<string, Link>): void {
		this.#links = links;
		const { asked } = this.#input.settings;
		const ofSpace = codesIn(this.space.language_codes ?? []);
		const ofLinks = () => languagesIn([...links.values()]);
		this.languages = asked ?? (ofSpace.length > 0 ? ofSpace : codesIn(ofLinks()));
	}

	/** Fetches the rows that have to be requested; false if there are none. */
	async #fetchPlanned(swept: boolean, compare: boolean): Promise<boolean> {
		const { ask, arrivals, isNamed, settings } = this.#input;
		const plan = new RoundPlan({
			links: this.#links,
			version: settings.version,
			swept,
			index: this.index,
			langsOf: this.langsOf,
			suspects: this.suspects.filter(({ settled }) => !settled),
			arrivals: compare ? arrivals : undefined,
			// Named stories have already arrived when a later round compares.
			isNamed: swept && !compare ? isNamed : () => false,
			explain: (link, why) => settings.explain(`${trimSlashes(link.slug)}: ${why}`),
		});
		const { wanted } = plan;
		const langs = [defaultLang, ...this.languages];
		const expected = this.shownStories().length;
		const pages = (count: number) => Math.ceil(count / storiesPerPage);
		for (let next = wanted.take(langs); next; next = wanted.take(langs)) {
			const { lang, uuids } = next;
			if (uuids.length > storiesPerPage && pages(uuids.length) >= pages(expected)) {
				await ask.listing({ lang, expected, wants: (uuid) => wanted.has(uuid, lang) });
			} else await ask.named({ lang, expected, uuids });
			plan.follow(arrivals);
		}
		this.#finish(wanted.has);
		return !wanted.isEmpty();
	}

	#finish(asked: (uuid: string, lang: string) => boolean): void {
		const { arrivals, previous = new Map(), settings } = this.#input;
		const { version } = settings;
		this.cvs = arrivals.cvs;
		const round = { links: this.#links, langsOf: this.langsOf, asked, arrivals, version, cv: this.label };
		this.index = assemble(round, this.index);
		const settled = this.suspects.filter(({ uuid, lang, settled }) => settled && !asked(uuid, lang));
		this.suspects = [...settled, ...suspectsOf(round, this.index, previous)];
		this.newer = isNewer(this.#links, arrivals, version);
	}
}

/** Waits for all promises. The first failure aborts the others, and is thrown after they have ended. */
async function allOf(running: Promise<void>[], giveUp: (error: unknown) => void): Promise<void> {
	for (const one of running) one.catch(giveUp);
	await Promise.allSettled(running);
	await Promise.all(running);
}

/** The codes of languages besides the default one, each once. */
const codesIn = (langs: Iterable<string>) => [...new Set(langs)].filter((lang) => lang !== defaultLang);
