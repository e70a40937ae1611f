import type { Story as AnyStory } from '../wire/index.js';
import type { LinkField, Uuid } from './fields.js';
import type { StoryOf } from './known.js';

/**
 * A story, an entry with a story in its `data`, or a blok, as `resolve()` returns it: a relation is a story, or still its uuid, and
 * a link may have an `href`.
 *
 * @see docs/incremental.md
 * @example
 * interface Props { post: Resolved<CollectionEntry<'article'>>; blok: Resolved<Blok<'hero'>> }
 */
export type Resolved<Given> = unknown extends Given
	? Given
	: Given extends { component: string }
		? ResolvedField<Given>
		: Given extends { data: infer Data }
			? { [Name in keyof Given]: Name extends 'data' ? Resolved<Data> : Given[Name] }
			: Given extends { content: infer Content }
				? { [Name in keyof Given]: Name extends 'content' ? ResolvedField<Content> : Given[Name] }
				: Given;

/** Part of a story's content, at any depth. */
type ResolvedField<Value> = unknown extends Value
	? Value
	: Value extends string
		? Value | (keyof Uuid extends keyof Value ? Resolved<RelatedStory> : never)
		: Value extends LinkField
			? Value & { href?: string }
			: Value extends object
				? { [Name in keyof Value]: ResolvedField<Value[Name]> }
				: Value;

/** A relation does not say which content type it refers to, nor in a site with several spaces, which space. */
type RelatedStory = keyof SluglineSpaces extends 'default' ? StoryOf<object> : AnyStory;
