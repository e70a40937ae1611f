import { oncePerKey } from 'astro-keep/shared/once';
import type { FolderTranslation } from './folder-translations.js';
import type { FolderLanguage, LanguagePlan } from './languages/plan.js';
import type { PageStory } from './page-story.js';
import { cleanPath, encodePath, pathBelow } from './site-path.js';
import type { RouteAlternate, RouteTableInput } from './types.js';

/** The pages of one story, at most one per language tag. The default language is omitted if its code is unknown. */
function ownAlternates(story: PageStory, languages: LanguagePlan, addresses: Addresses): RouteAlternate[] {
	const set: RouteAlternate[] = [];
	const seen = new Set<string>();
	addresses(story).forEach((address, at) => {
		const language = at === 0 ? (story.folder ?? languages.default) : languages.others[at - 1];
		if (!address || language?.hreflang === undefined || seen.has(language.hreflang)) return;
		seen.add(language.hreflang);
		set.push({ hreflang: language.hreflang, lang: language.lang, ...address });
	});
	return set;
}

const isOneEach = (set: readonly RouteAlternate[]): boolean =>
	new Set(set.map(({ hreflang }) => hreflang)).size === set.length;

const withStandard = (set: readonly RouteAlternate[], standard: Address | undefined): RouteAlternate[] =>
	standard ? [...set, { hreflang: 'x-default', lang: 'default', ...standard }] : [...set];

/**
 * The `hreflang` set of a story: its own languages, the stories that it is a folder-level translation of, and
 * `x-default`, which is the page in the default language, if there is one. If field-level and folder-level
 * translations both contain a language, the story's own languages are used.
 */
export function alternatesOf(
	story: PageStory,
	translation: FolderTranslation | undefined,
	languages: LanguagePlan,
	addresses: Addresses,
): RouteAlternate[] {
	const standardOf = (member: PageStory) => (member.folder ? undefined : addresses(member)[0]);
	if (translation) {
		const members = [...translation.keys()];
		const set = members.flatMap((member) => ownAlternates(member, languages, addresses));
		if (isOneEach(set)) {
			const isDefault = ({ hreflang }: RouteAlternate) => hreflang === languages.default.hreflang;
			const sorted = [...set.filter(isDefault), ...set.filter((alternate) => !isDefault(alternate))];
			return withStandard(
				sorted,
				members.map(standardOf).find((address) => address !== undefined),
			);
		}
	}
	return withStandard(ownAlternates(story, languages, addresses), standardOf(story));
}

/** The addresses of a story, in the order of its paths. */
export type Addresses = ReturnType<typeof addresses>;

type Address = Pick<RouteAlternate, 'path' | 'href'>;

type AddressOptions = Pick<RouteTableInput, 'base' | 'trailingSlash' | 'format'>;

/** Creates a lookup of a story's addresses under the site's options. Addresses are computed on first use. */
export function addresses(options: AddressOptions, languages: LanguagePlan) {
	const address = addressOf(options, languages);
	return oncePerKey((story: PageStory) =>
		story.paths.map((path, at) => {
			const language = at === 0 ? (story.folder ?? languages.default) : languages.others[at - 1];
			return path === undefined || !language ? undefined : address(path, language);
		}),
	);
}

/** Returns a function that makes the address of a path without slashes at its ends, in a language. */
export function addressOf(
	{ base = '/', trailingSlash = 'ignore', format = 'directory' }: AddressOptions,
	languages: LanguagePlan,
) {
	const root = cleanPath(base);
	const front = root === '' ? '' : encodePath(root);
	const slash =
		trailingSlash === 'always' || (trailingSlash === 'ignore' && format === 'directory') ? '/' : '';
	const below = (path: string) =>
		path === '' ? `${front}${slash}` || '/' : `${front}${encodePath(path)}${slash}`;
	return (path: string, { prefix, domain }: Pick<FolderLanguage, 'prefix' | 'domain'>): Address => {
		const own = domain === undefined ? undefined : pathBelow(path, prefix);
		const href = own === undefined ? (languages.origin ?? '') + below(path) : domain + below(own);
		return { path: `/${path}`, href };
	};
}
