import { rawOf } from 'astro-keep/entries';
import { oncePerKey } from 'astro-keep/shared/once';
import { plainClass } from 'astro-keep/shared/plain-class';
import { uuidForm } from 'astro-keep/shared/text/printable';
import type { Resolved } from '../../../types/index.js';
import { notice, PageError, wordsFor } from '../data/index.js';
import { liveReads } from '../live/index.js';
import { href, languageOfStory, relationsOf } from '../paths/index.js';
import { findStory } from './find-story.js';

/** Which relations are resolved, and how deep. */
export interface ResolveOptions {
	/** Number of steps from the story; `Infinity` for all. @default 1 */
	depth?: number;
	/** The fields that are relations, as `<content type>.<field>`. @default the option `relations` of slugline(), or else every field that holds the uuid of a story */
	relations?: readonly string[];
}

/** A story, or the `data` of an entry, with the properties that `resolve()` reads. */
export interface ResolvableStory {
	uuid: string;
	lang?: string | undefined;
	content: object;
}

/**
 * Replaces the uuids in a story with the stories that they refer to, in the language of its page or else in the nearest one, and adds an
 * `href` to each link to a story, also in rich text. A story that is not published or not loaded stays a uuid, with a warning.
 * With `depth: Infinity`, a story inside itself stays a uuid, too.
 *
 * @throws {PageError} if the argument is not a story, but for example a blok
 * @typeParam Result the story with its relations, if you know their types
 * @returns a copy, in which several references to a story share one object
 * @example
 * const { data } = await resolve(story, { depth: 2 });
 */
export async function resolve<
	Given extends ResolvableStory | { data: ResolvableStory },
	Result = Resolved<Given>,
>(story: Given, { depth = 1, relations }: ResolveOptions = {}): Promise<Result> {
	const declared = relations ?? relationsOf();
	const given: ResolvableStory | { data: ResolvableStory } = story;
	refuseNoStory(story);
	const data = 'data' in given ? given.data : given;
	const lang = languageOfStory(given);
	const resolveStory = createResolver(lang, declared && new Set(declared));
	const resolved = await resolveStory(data, depth);
	const result: unknown = 'data' in given ? withProperty(given, 'data', resolved) : resolved;
	return result as Result;
}

/** @throws {PageError} if the argument is not a story. A blok is not enough, because it has no language. */
function refuseNoStory(given: unknown): void {
	const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
	const data = isObject(given) && 'data' in given ? given.data : given;
	if (isObject(data) && 'uuid' in data && 'content' in data) return;
	throw new PageError(
		`resolve() was given ${wordsFor(given)} instead of a story.`,
		'Resolve the story in the page, and pass its content to `<Blok>`: `const { data } = await resolve(Astro.props.story);`.',
	);
}

/** A story as people know it: by its full slug, where it has one. */
const nameOf = (story: ResolvableStory): string => {
	const slug: unknown = Reflect.get(rawOf(story), 'full_slug');
	return typeof slug === 'string' && slug !== '' ? `\`${slug}\`` : story.uuid;
};

/**
 * Creates a function that resolves stories in a language, each story once per depth, because many stories may refer to the same
 * one. References of a fallback story are resolved in the language of the page, too.
 */
function createResolver(lang: string, declared: ReadonlySet<string> | undefined) {
	const above = new Set<string>();
	const targetOf = oncePerKey(async (key: string) => {
		const [uuid = '', depth] = key.split(' ');
		const found = await findStory(uuid, lang);
		return found && resolveStory(found, Number(depth));
	});

	const resolveStory = async (story: ResolvableStory, depth: number): Promise<ResolvableStory> => {
		const { uuid, content } = story;
		above.add(uuid);
		const isRelation = (value: string, field: string) =>
			uuidForm.test(value) && (declared === undefined || declared.has(field));
		const wanted = new Set<string>();
		if (depth >= 1)
			replaceReferences(
				content,
				(value, field) => isRelation(value, field) && wanted.add(value),
				(link) => link,
			);
		const targets = new Map<string, ResolvableStory>();
		// Live stories are asked for together.
		if (liveReads()?.routes()) await Promise.all([...wanted].map((uuid) => findStory(uuid, lang)));
		for (const wantedUuid of wanted) {
			// A limited depth ends by itself.
			if (depth === Infinity && above.has(wantedUuid)) continue;
			const target = await targetOf(`${wantedUuid} ${depth - 1}`);
			if (target) targets.set(wantedUuid, target);
			else
				notice(
					`The story ${nameOf(story)} refers to the story ${wantedUuid}, which is not published, was deleted, or is not loaded by any collection. It stays a uuid.`,
				);
		}
		const replaced = replaceReferences(
			content,
			(value, field) => (isRelation(value, field) && targets.get(value)) || value,
			(link) => {
				const address = href(link, { lang, from: story });
				return address === undefined ? link : { ...link, href: address };
			},
		);
		above.delete(uuid);
		return withProperty(story, 'content', Object(replaced));
	};

	return resolveStory;
}

/** A copy with a new value of one property. Others are copied as descriptors, because reading fields would record them. */
function withProperty<Given extends object>(given: Given, name: keyof Given, value: unknown): Given {
	const copy = new Plain();
	for (const key of Reflect.ownKeys(given)) {
		const own = Object.getOwnPropertyDescriptor(given, key);
		if (own && key !== name) Object.defineProperty(copy, key, own);
		else Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
	}
	return copy as Given;
}

/** Copies have one shape, which engines make faster than any other way to copy properties. */
const Plain = plainClass();

/**
 * A copy of content with its references replaced, at any depth. Values nested in a field count as values of the field.
 *
 * @param relation replaces any text, which may be the uuid of a story, in a field, `<content type>.<field>`
 * @param link replaces a link to a story: a link field, or the attributes of a link in rich text
 */
function replaceReferences(
	content: unknown,
	relation: (text: string, field: string) => unknown,
	link: (link: Record<string, unknown>) => unknown,
): unknown {
	const copy = (value: unknown, component: string, field: string): unknown => {
		if (typeof value === 'string') return relation(value, `${component}.${field}`);
		if (Array.isArray(value)) return value.map((item) => copy(item, component, field));
		if (!isRecord(value)) return value;
		if (value['linktype'] === 'story') return link(value);
		const blok = typeof value['component'] === 'string' ? value['component'] : undefined;
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [
				name,
				name === '_uid' || (blok !== undefined && name === 'component')
					? inner
					: copy(inner, blok ?? component, blok === undefined ? field : name),
			]),
		);
	};
	return copy(content, '', '');
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' &&
	value !== null &&
	[Object.prototype, null].includes(Object.getPrototypeOf(value));
