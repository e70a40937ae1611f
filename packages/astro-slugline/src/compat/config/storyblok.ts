import { existsSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import slugline, { type SluglineOptions } from '../../astro/index.js';
import { filesBelow } from '../../shared/node/files-below.js';
import { vendorAliases, vendorTypes } from './vendor-imports.js';

/** The options of the vendor's integration that have a meaning here. */
export interface StoryblokOptions {
	/** Access token of the space. @default the variable SLUGLINE_TOKEN, or else STORYBLOK_TOKEN */
	accessToken?: string | undefined;
	/** A component for each blok, relative to `componentsDir` and without its extension. */
	components?: Readonly<Record<string, string>>;
	/** The folder of the components. Those in its folder `storyblok` are found by their names. @default 'src' */
	componentsDir?: string;
	/** Skips bloks without a component, with a warning, instead of failing. @default false */
	enableFallbackComponent?: boolean;
	/** The region of the space, or the address of its delivery API, and the version of stories to build. @default the region 'eu' and the version 'published' */
	apiOptions?: { region?: string | undefined; endpoint?: string | undefined; version?: string | undefined };
	/** Options of slugline(). They take precedence over the others. */
	slugline?: SluglineOptions;
	/** Options without a meaning here, such as `bridge`. */
	[option: string]: unknown;
}

/** Options without a counterpart. Each causes a warning. */
const missed: Readonly<Record<string, string>> = {
	customFallbackComponent:
		'`customFallbackComponent` is not used: a blok without a component is skipped with a warning.',
	livePreview:
		"`livePreview` is not used: Slugline's own preview needs no server; set `slugline: { preview: {} }`.",
};

/**
 * Calls slugline() with the options of the vendor's integration, for a site that is moving from it. Imports of `@storyblok/astro`
 * are answered by `astro-slugline/compat`, so pages and components stay as they are.
 *
 * @throws {AstroError} in Astro's hooks, as slugline() does
 * @example
 * import { storyblok } from 'astro-slugline/compat/config';
 * export default defineConfig({ integrations: [storyblok({ accessToken, components: { page: 'storyblok/Page' } })] });
 */
export function storyblok(options: StoryblokOptions = {}): AstroIntegration {
	const own = sluglineOptions(options, process.cwd());
	const integration = slugline(own);
	const warnings = [
		...Object.entries(missed).flatMap(([name, sentence]) => (options[name] ? [sentence] : [])),
		...previewWarning(options, own),
	];
	const { 'astro:config:setup': setUp, 'astro:config:done': finish } = integration.hooks;
	return {
		...integration,
		hooks: {
			...integration.hooks,
			'astro:config:setup'(hook) {
				for (const warning of warnings) hook.logger.warn(warning);
				hook.updateConfig({ vite: { resolve: { alias: vendorAliases } } });
				return setUp?.(hook);
			},
			'astro:config:done'(hook) {
				hook.injectTypes({ filename: 'storyblok.d.ts', content: vendorTypes });
				return finish?.(hook);
			},
		},
	};
}

/** A warning for a deployment of drafts with the vendor's bridge, where editors would no longer see what they change. */
export function previewWarning(
	{ bridge }: StoryblokOptions,
	{ version, preview }: SluglineOptions,
): string[] {
	if (!bridge || version !== 'draft' || preview?.deployed) return [];
	return [
		'`bridge` is not used, so this site of drafts does not follow the editor. Set `slugline: { preview: { deployed: true } }` in the options of storyblok(), add an adapter, and set SLUGLINE_PREVIEW_TOKEN where the server runs.',
	];
}

/**
 * Converts the options of the vendor's integration to those of slugline().
 *
 * @param root the site's folder, which is searched for components
 */
export function sluglineOptions(options: StoryblokOptions, root: string): SluglineOptions {
	const {
		accessToken,
		apiOptions = {},
		components = {},
		componentsDir = 'src',
		slugline: own = {},
	} = options;
	const folder = trimEndSlashes(componentsDir).replace(/^\.?\/+/, '');
	const bloks = {
		...foundIn(root, `${folder}/storyblok`),
		...Object.fromEntries(
			Object.entries(components).map(([type, path]) => [type, `./${folder}/${path.replace(/^\.?\/+/, '')}`]),
		),
	};
	const isDraft = apiOptions.version === 'draft';
	const isSearched = existsSync(join(root, folder, 'storyblok'));
	return {
		...(accessToken && !own.space ? { token: accessToken } : {}),
		...placeOf(apiOptions),
		...(isDraft ? { version: 'draft' } : {}),
		// The folder is watched, and the one that advice names.
		...(Object.keys(bloks).length > 0
			? { bloks: [...(isSearched ? [`./${folder}/storyblok`] : []), bloks] }
			: {}),
		missingBlok: options.enableFallbackComponent ? 'warn' : 'error',
		...own,
	};
}

/** The base address, or else the region. slugline() refuses invalid ones. */
function placeOf({ region, endpoint }: NonNullable<StoryblokOptions['apiOptions']>): SluglineOptions {
	if (endpoint) return { baseUrl: endpoint.replace(/\/v2(?:\/cdn)?\/?$/, '') };
	return region ? { region: region as NonNullable<SluglineOptions['region']> } : {};
}

/** The components in a folder and its subfolders, by their file names. */
function foundIn(root: string, folder: string): Record<string, string> {
	return Object.fromEntries(
		filesBelow(join(root, folder), true)
			.filter((file) => extname(file) === '.astro')
			.map((file) => [basename(file, '.astro'), `./${folder}/${file}`]),
	);
}
