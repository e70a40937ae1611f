import type { IntegrationResolvedRoute } from 'astro';
import type { ChosenPaths, Path } from 'astro-keep/build';
import { named } from 'astro-keep/shared/text/named';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import { buildChannel } from 'astro-keep/tracking';
import { isAnswered, plainPath } from './built-addresses.js';

/** A story whose path a route of higher priority builds. */
interface HiddenStory {
	/** Its entry. */
	story: { id: string; collection: string };
	/** The path that is built. */
	winner: Path;
}

/**
 * Leaves out paths that no build needs: the pages of storyPaths() whose path a route of higher priority builds, of which Astro would
 * warn in every build, or answers on demand, because visitors would get the page in place of its answer; and those that Astro adds for
 * `i18n.fallback` to routes of stories. Such a route has all languages and their fallback pages, and Astro would copy each of its pages
 * below each locale. Links of pages are looked up in those that remain.
 *
 * @param propsOf what `getStaticPaths` gave a page
 * @param routes all routes of the site, in their order
 * @param patterns the routes that call storyPaths(). One of them shows the stories that it builds
 */
export function withoutHidden(
	all: readonly Path[],
	propsOf: (path: Path) => object | undefined,
	routes: readonly Pick<
		IntegrationResolvedRoute,
		'type' | 'origin' | 'patternRegex' | 'isPrerendered'
	>[] = [],
	patterns: ReadonlySet<string> = buildChannel().storyPaths?.patterns ?? new Set(),
): ChosenPaths {
	const ofStories = new Set(all.flatMap(({ route }) => (patterns.has(route.route) ? [route.component] : [])));
	const answering = routes.filter(({ type, origin }) => origin !== 'internal' && /page|endpoint/.test(type));
	const isOnDemand = ({ pathname }: Path) => {
		const path = plainPath(pathname);
		const answer = answering.find(({ patternRegex }) => isAnswered(path, [patternRegex]));
		return answer !== undefined && !answer.isPrerendered;
	};
	const first = new Map<string, Path>();
	const hidden: HiddenStory[] = [];
	const paths = all.filter((path) => {
		if (path.route.type === 'fallback' && ofStories.has(path.route.component)) return false;
		if (patterns.has(path.route.route) && isOnDemand(path)) return false;
		// As Astro compares them.
		const name = trimEndSlashes(path.pathname);
		const winner = first.get(name);
		if (!winner) first.set(name, path);
		if (!winner || winner.route === path.route || !patterns.has(path.route.route)) return true;
		const { story } = (propsOf(path) ?? {}) as { story?: Partial<HiddenStory['story']> };
		const { id, collection = '' } = story ?? {};
		if (id !== undefined && !patterns.has(winner.route.route))
			hidden.push({ story: { id, collection }, winner });
		return false;
	});
	const calls = buildChannel().storyPaths;
	if (calls) calls.pages = new Set(paths.map(({ pathname }) => plainPath(pathname)));
	return { paths, warnings: hidden.length > 0 ? (readsOf) => hiddenWarnings(hidden, readsOf) : undefined };
}

/** A warning for each component that builds the pages of stories and does not read these. */
function hiddenWarnings(
	hidden: readonly HiddenStory[],
	readsOf: Parameters<NonNullable<ChosenPaths['warnings']>>[0],
): string[] {
	const unread = hidden.filter(
		({ story: { id, collection }, winner }) =>
			!readsOf(winner).some((read) => [id, collection].every((one) => read.includes(JSON.stringify(one)))),
	);
	return [...Map.groupBy(unread, ({ winner }) => winner.route.component)].map(([component, all]) => {
		const stories = named(all.map(({ story }) => story.id));
		const [pages, them] = all.length === 1 ? ['page of the story', 'it'] : ['pages of the stories', 'them'];
		return `${component} builds the ${pages} ${stories}, and does not show ${them}. Show ${them} there, remove the route, or leave ${them} out with \`routes.exclude\`.`;
	});
}
