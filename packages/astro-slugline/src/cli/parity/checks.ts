import { isObject, textOf } from 'astro-keep/shared/json';
import { uuidForm } from 'astro-keep/shared/text/printable';
import type { Look } from './look.js';

/**
 * The result of checking an assumption. A detail only contains numbers, statuses, and names of the API, and no content, so that
 * the output can be shared.
 */
export interface Verdict {
	readonly state: 'agrees' | 'differs' | 'not seen';
	readonly detail: string;
}

export const agrees: Verdict = { state: 'agrees', detail: '' };
export const differs = (detail: string): Verdict => ({ state: 'differs', detail });
export const notSeen = (detail: string): Verdict => ({ state: 'not seen', detail });
export const judged = (isSo: boolean, detail: string): Verdict => (isSo ? agrees : differs(detail));

type Check = (look: Look) => Promise<Verdict>;

/** What checks each thing that this package assumes about the API, by a topic and a sentence. */
export type Assumptions = Readonly<Record<string, Check>>;

export const published = { version: 'published' } as const;

type Items = readonly Record<string, unknown>[];

export const noStory = notSeen('the space has no published story');
export const needsTwo = notSeen('the space has fewer than two published stories');

export const status = (number: number): string => `it answers with ${number}`;

/** Agrees if a request is answered with a status. */
export const answers =
	(expected: number, path: string, query: Record<string, string | number>): Check =>
	async ({ ask }) => {
		const seen = await ask(path, query);
		return judged(seen.status === expected, status(seen.status));
	};

/** A check that needs a language besides the default one. */
export const inLanguage =
	(check: (language: string, look: Look) => Promise<Verdict>): Check =>
	async (look) => {
		const [language] = await look.languages();
		return language === undefined
			? notSeen('the space has its default language only')
			: check(language, look);
	};

/** Judges the order of a list: by ascending position, and ties by descending id. */
export function inOrder(items: Items): Verdict {
	if (items.length < 2) return needsTwo;
	const places = items.map(({ position, id }) => [Number(position), -Number(id)] as const);
	const turned = places.filter(([position, id], at) => {
		const [before, idBefore] = places[at - 1] ?? [position, id];
		return position < before || (position === before && id < idBefore);
	});
	return judged(
		turned.length === 0,
		`${turned.length} of ${items.length} are before the one that they follow`,
	);
}

/** Agrees if the items have these fields, and no other. */
export function haveFields(items: Items, expected: readonly string[]): Verdict {
	if (items.length === 0) return noStory;
	const seen = new Set(items.flatMap((item) => Object.keys(item)));
	const lacking = expected.filter((name) => !seen.has(name));
	const more = [...seen].filter((name) => !expected.includes(name));
	if (lacking.length > 0) return differs(`they lack ${fieldNames(lacking)}`);
	return more.length > 0 ? differs(`they have ${fieldNames(more)}, too`) : agrees;
}

/** A top-level field of a story's content that contains the uuid of another one of the stories. */
export function referenceIn(items: Items): { component: string; name: string; of: string } | undefined {
	const uuids = new Set(items.map(({ uuid }) => uuid));
	for (const { uuid, content } of items) {
		const { component, ...fields } = fieldsOf(content);
		for (const [name, value] of Object.entries(fields)) {
			const found = [value].flat().some((one) => uuidForm.test(textOf(one)) && uuids.has(one));
			if (found && typeof component === 'string') return { component, name, of: textOf(uuid) };
		}
	}
	return undefined;
}

/** Names of fields, made safe for a detail: a response could contain any name. */
export const fieldNames = (names: readonly string[]): string => {
	const shown = names.filter((name) => /^[a-z_]{1,30}$/.test(name)).slice(0, 12);
	const others = names.length - shown.length;
	return [...shown.map((name) => `\`${name}\``), ...(others > 0 ? [`${others} more`] : [])].join(', ');
};

/** The fields of an object; an empty object for any other value. */
export const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** The objects of a list, or of a map. */
export const itemsOf = (value: unknown): Record<string, unknown>[] =>
	(Array.isArray(value) ? value : Object.values(fieldsOf(value))).map(fieldsOf);

export const isWhole = (value: unknown): value is number => Number.isInteger(value);

export function kindOf(value: unknown): string {
	if (value === null) return 'null';
	if (value === undefined) return 'absent';
	return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
