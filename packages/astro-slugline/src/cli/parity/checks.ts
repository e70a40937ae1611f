import { textOf } from '../../shared/json.js';
import { uuidForm } from '../../shared/text/printable.js';
import type { Look } from './look.js';
import { fieldsOf } from './values.js';
import { agrees, differs, fieldNames, judged, notSeen, type Verdict } from './verdict.js';

type Check = (look: Look) => Promise<Verdict>;

/** Something that this package assumes about the API: its endpoint or topic, a sentence, and what checks it. */
export type Assumption = readonly [topic: string, says: string, check: Check];

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
