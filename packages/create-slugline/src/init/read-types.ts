import type { DeliveryClient } from 'astro-slugline/client';
import { type Content, factsOf, inferTypes, isTooDeep, type SpaceTypes } from 'astro-slugline/command';

/** What init needs to know about a space. */
export interface ReadTypes {
	name: string;
	stories: number;
	types: SpaceTypes;
	/** Fields whose text is Markdown, by the name of their blok. */
	markdown: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Reads the published stories of a space, and derives the types of their content.
 *
 * @param bodyOf the field that has the text below the front matter, by content type
 * @throws {SluglineServiceError} if a request failed after all retries
 */
export async function readTypes(
	client: DeliveryClient,
	signal: AbortSignal,
	bodyOf?: (contentType: string) => string,
): Promise<ReadTypes> {
	const { name } = await client.currentSpace({ signal });
	const facts = new Set<string>();
	const markdown = new Map<string, Set<string>>();
	let stories = 0;
	for await (const { items } of client.stories.pages({ signal })) {
		for (const { content } of items) {
			if (isTooDeep(content)) continue;
			stories += 1;
			for (const fact of factsOf(content)) facts.add(fact);
			const body = bodyOf?.(content.component);
			for (const [blok, field] of markdownIn(content, body))
				markdown.set(blok, (markdown.get(blok) ?? new Set()).add(field));
		}
	}
	return { name, stories, types: inferTypes(facts), markdown };
}

/** Text with several lines, or with the marks of Markdown. */
const looksLikeMarkdown = /\n|\*\*\S|\]\(\S|^(?:#{1,6}|[-*>]) /;

/** The fields in content, at any depth, whose text is Markdown in some story, and the one that is Markdown in each. */
function markdownIn(content: Content, body: string | undefined): [blok: string, field: string][] {
	const found: [string, string][] = body === undefined ? [] : [[content.component, body]];
	const pending: unknown[] = [content];
	for (let value = pending.pop(); typeof value === 'object' && value !== null; value = pending.pop()) {
		for (const [field, inner] of Object.entries(value)) {
			if (typeof inner === 'object' && inner !== null) pending.push(inner);
			else if ('component' in value && typeof inner === 'string' && looksLikeMarkdown.test(inner))
				found.push([String(value.component), field]);
		}
	}
	return found;
}
