import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, join, sep } from 'node:path';
import type { AstroIntegration } from 'astro';
import slugline, { type SluglineOptions } from '../../astro/index.js';

/** The options of the vendor's integration, as far as they say something here. */
export interface StoryblokOptions {
	/** Access token of the space. @default the variable SLUGLINE_TOKEN, else STORYBLOK_TOKEN */
	accessToken?: string | undefined;
	/** A component for each blok, relative to `componentsDir` and without its extension. */
	components?: Readonly<Record<string, string>>;
	/** Where components are; those in its folder `storyblok` are found by name. @default 'src' */
	componentsDir?: string;
	/** Leave out bloks without a component, with a warning, instead of failing. @default false */
	enableFallbackComponent?: boolean;
	/** The region of the space, or the address of its delivery API, and the version of stories to build. @default the region 'eu' and the version 'published' */
	apiOptions?: { region?: string | undefined; endpoint?: string | undefined; version?: string | undefined };
	/** Options of slugline(). They come before what the others say. */
	slugline?: SluglineOptions;
	/** Options that say nothing here, such as `bridge`. */
	[option: string]: unknown;
}

/** Options whose effect a site would miss. */
const missed: Readonly<Record<string, string>> = {
	customFallbackComponent:
		'`customFallbackComponent` is not used: a blok without a component is left out with a warning.',
	livePreview:
		"`livePreview` is not used: Slugline's own preview needs no server; set `slugline: { preview: {} }`.",
};

/**
 * slugline() with the options of the vendor's integration, for a site that moves over.
 *
 * @throws {AstroError} from Astro's hooks, as slugline()
 * @example
 * import { storyblok } from 'astro-slugline/compat/config';
 * export default defineConfig({ integrations: [storyblok({ accessToken, components: { page: 'storyblok/Page' } })] });
 */
export function storyblok(options: StoryblokOptions = {}): AstroIntegration {
	const integration = slugline(sluglineOptions(options, process.cwd()));
	const warnings = Object.entries(missed).flatMap(([name, sentence]) => (options[name] ? [sentence] : []));
	const setUp = integration.hooks['astro:config:setup'];
	return {
		...integration,
		hooks: {
			...integration.hooks,
			'astro:config:setup'(hook) {
				for (const warning of warnings) hook.logger.warn(warning);
				return setUp?.(hook);
			},
		},
	};
}

/**
 * The options of the vendor's integration as those of slugline().
 *
 * @param root the site's folder, in which components are looked for
 */
export function sluglineOptions(options: StoryblokOptions, root: string): SluglineOptions {
	const {
		accessToken,
		apiOptions = {},
		components = {},
		componentsDir = 'src',
		slugline: own = {},
	} = options;
	const folder = componentsDir.replace(/^\.?\/+|\/+$/g, '');
	const bloks = {
		...foundIn(root, `${folder}/storyblok`),
		...Object.fromEntries(
			Object.entries(components).map(([type, path]) => [type, `./${folder}/${path.replace(/^\.?\/+/, '')}`]),
		),
	};
	const isDraft = apiOptions.version === 'draft';
	return {
		...(accessToken && !own.space ? { token: accessToken } : {}),
		...placeOf(apiOptions),
		...(isDraft ? { version: 'draft' } : {}),
		...(Object.keys(bloks).length > 0 ? { bloks } : {}),
		missingBlok: options.enableFallbackComponent ? 'warn' : 'error',
		...own,
	};
}

/** Where the space is: an address of its own, else the region; a wrong one is refused by slugline(). */
function placeOf({
	region,
	endpoint,
}: {
	region?: string | undefined;
	endpoint?: string | undefined;
}): SluglineOptions {
	if (endpoint) return { baseUrl: endpoint.replace(/\/v2(?:\/cdn)?\/?$/, '') };
	return region ? { region: region as NonNullable<SluglineOptions['region']> } : {};
}

/** The components in a folder and below it, by the names of their files. */
function foundIn(root: string, folder: string): Record<string, string> {
	const path = join(root, folder);
	if (!existsSync(path)) return {};
	const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
	return Object.fromEntries(
		files
			.filter((file) => extname(file) === '.astro')
			.map((file) => [basename(file, '.astro'), `./${folder}/${file.split(sep).join('/')}`]),
	);
}
