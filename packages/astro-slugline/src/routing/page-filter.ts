import { insteadOf, whatThereIs } from 'astro-keep/shared/text/named';
import { globMatcher } from '../shared/text/glob.js';
import { cleanPath } from './site-path.js';
import type { RoutePages, StoryRouteFields } from './types.js';

interface Glob {
	option: 'include' | 'exclude';
	text: string;
	matches(slug: string): boolean;
	isUsed: boolean;
}

const globs = (option: Glob['option'], texts: readonly string[] = []): Glob[] =>
	texts.map((text) => ({ option, text, matches: globMatcher(cleanPath(text)), isUsed: false }));

/** Decides which stories are pages under the user's `routes` options. */
export function pageFilter({ include, exclude, contentTypes }: RoutePages = {}) {
	const included = globs('include', include);
	const excluded = globs('exclude', exclude);
	const types = new Set<string>();
	const tops = new Set<string>();
	const isIn = (all: readonly Glob[], slug: string): boolean => {
		const found = all.filter(({ matches }) => matches(slug));
		for (const glob of found) glob.isUsed = true;
		return found.length > 0;
	};
	return {
		/** `unknown` if the options name content types and the story's own is not available. */
		isPage(slug: string, story: StoryRouteFields | undefined): boolean | 'unknown' {
			const [top = '', ...rest] = slug.split('/');
			tops.add(rest.length > 0 ? `${top}/**` : top);
			if (story?.content) types.add(story.content.component);
			const isExcluded = isIn(excluded, slug);
			if ((include && !isIn(included, slug)) || isExcluded) return false;
			if (!contentTypes) return true;
			return story?.content ? contentTypes.includes(story.content.component) : 'unknown';
		},
		/** One sentence for each option value that has matched no story so far. */
		unmatched(): string[] {
			if (tops.size === 0) return [];
			const unused = [...included, ...excluded].filter(({ isUsed }) => !isUsed);
			const lacking = types.size === 0 ? [] : (contentTypes ?? []).filter((type) => !types.has(type));
			return [
				...unused.map(
					({ option, text }) =>
						`No story has a full slug that matches \`${text}\` in \`routes.${option}\`; ${whatThereIs(tops)}.`,
				),
				...lacking.map(
					(type) =>
						`\`routes.contentTypes\` names \`${type}\`, but no story has this content type${insteadOf(type, types)}`,
				),
			];
		},
	};
}
