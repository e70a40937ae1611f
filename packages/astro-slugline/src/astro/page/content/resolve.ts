import { AstroError } from 'astro/errors';
import { uuidForm } from '../../../shared/uuid-form.js';
import { href, relationsOf } from '../paths/index.js';
import { notice } from '../tracking/index.js';
import { findStory } from './find-story.js';
import { replaceReferences } from './replace-references.js';

/** How far relations are resolved, and which. */
export interface ResolveOptions {
	/** How many steps from the story; `Infinity` for all. @default 1 */
	depth?: number;
	/** The fields that are relations, as `<content type>.<field>`. @default those that `relations` of `slugline()` names, else every field that holds the uuid of a story */
	relations?: readonly string[];
}

/** What is read of a story; of an entry it is `data`. */
export interface ResolvableStory {
	uuid: string;
	lang?: string | undefined;
	content: object;
}

/**
 * A story with the stories that it refers to in the place of their uuids, in its own language, else in the default one, and
 * with an `href` in each link to a story, in rich text too. What is not published, or loaded by no collection, stays a uuid
 * and is told once. With `depth: Infinity`, a story that is being resolved further up stays a uuid, too.
 *
 * @throws {AstroError} if it is given something else than a story, such as a blok
 * @typeParam Result the story with its relations, where you know them
 * @returns a copy; a story that is referred to several times is one object in it
 * @example
 * const { data } = await resolve(story, { depth: 2 });
 */
export async function resolve<Given extends ResolvableStory | { data: ResolvableStory }, Result = Given>(
	story: Given,
	{ depth = 1, relations }: ResolveOptions = {},
): Promise<Result> {
	const declared = relations ?? relationsOf();
	const given: ResolvableStory | { data: ResolvableStory } = story;
	refuseNoStory(story);
	const data = 'data' in given ? given.data : given;
	const resolveStory = createResolver(data.lang ?? 'default', declared && new Set(declared));
	const resolved = await resolveStory(data, depth);
	const result: unknown = 'data' in given ? withProperty(given, 'data', resolved) : resolved;
	return result as Result;
}

/** @throws {AstroError} for a blok, which does not know its language, and for what is nothing */
function refuseNoStory(given: unknown): void {
	const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
	const data = isObject(given) && 'data' in given ? given.data : given;
	if (isObject(data) && 'uuid' in data && 'content' in data) return;
	const isBlok = isObject(given) && 'component' in given;
	throw new AstroError(
		`resolve() was given ${isBlok ? 'a blok' : String(isObject(given) ? 'an object' : given)} instead of a story.`,
		'Resolve the story in the page, and give its content to `<Blok>`: `const { data } = await resolve(Astro.props.story);`.',
	);
}

/**
 * Resolves stories for a page in a language, each once for a depth: many may refer to one, and all to each other. A story
 * that stands for a missing translation refers to others in the language of the page, too.
 */
function createResolver(lang: string, declared: ReadonlySet<string> | undefined) {
	const above = new Set<string>();
	const resolved = new Map<string, ResolvableStory>();

	const targetOf = async (uuid: string, from: ResolvableStory, depth: number) => {
		const key = `${uuid} ${depth}`;
		const known = resolved.get(key);
		if (known) return known;
		const story = await findStory(uuid, lang);
		if (!story) {
			notice(
				`The story ${from.uuid} refers to the story ${uuid}, which is not published, is gone, or is loaded by no collection. It stays a uuid.`,
			);
			return undefined;
		}
		const target = await resolveStory(story, depth);
		resolved.set(key, target);
		return target;
	};

	const resolveStory = async (story: ResolvableStory, depth: number): Promise<ResolvableStory> => {
		const { uuid, content } = story;
		above.add(uuid);
		const wanted = new Set<string>();
		const isRelation = (value: string, field: string) =>
			uuidForm.test(value) && (declared === undefined || declared.has(field));
		replaceReferences(content, {
			relation: (value, field) => (isRelation(value, field) ? wanted.add(value) : value),
			link: (link) => link,
		});
		const targets = new Map<string, ResolvableStory>();
		for (const wantedUuid of depth < 1 ? [] : wanted) {
			// Fewer steps are left each time, unless they are without end.
			if (depth === Infinity && above.has(wantedUuid)) continue;
			const target = await targetOf(wantedUuid, story, depth - 1);
			if (target) targets.set(wantedUuid, target);
		}
		const replaced = replaceReferences(content, {
			relation: (value, field) => (isRelation(value, field) && targets.get(value)) || value,
			link(link) {
				const address = href(link, { lang, from: story });
				return address === undefined ? link : { ...link, href: address };
			},
		});
		above.delete(uuid);
		return withProperty(story, 'content', Object(replaced));
	};

	return resolveStory;
}

/** A copy with another value of a property, and the others as they are: to look at quiet fields would make the page depend on them. */
const withProperty = <Given extends object>(given: Given, name: keyof Given, value: unknown): Given =>
	Object.defineProperties(Object.create(Object.prototype), {
		...Object.getOwnPropertyDescriptors(given),
		[name]: { value, enumerable: true, configurable: true, writable: true },
	});
