import type { Driver } from 'unstorage';
import { z } from 'zod';
import { regionNames } from '../../shared/api/regions.js';
import { fieldNames } from '../../shared/field-names.js';
import { optionErrors } from '../../shared/option-errors.js';
import { ConfigError } from '../page/data/index.js';

/** Default path for webhook calls, in `astro dev` and for the endpoint that the option `rebuild` adds. */
export const rebuildPath = '/_slugline/rebuild';

/** Default path of preview. */
export const previewPath = '/_slugline/preview';

const routesSchema = z.strictObject({
	/** Globs of the full slugs that are pages. @default all stories @example ['blog/**'] */
	include: z.array(z.string()).optional(),
	/** Globs of the full slugs that are not pages. @example ['authors/**', 'settings'] */
	exclude: z.array(z.string()).optional(),
	/** The content types that are pages. @default all of them @example ['page', 'article'] */
	contentTypes: z.array(z.string()).optional(),
	/** Full slug of the home page, which then lives at `/` even if it has no real path. @example 'home' */
	home: z.string().min(1).optional(),
	/** A component that renders one story, `Astro.props.story`. The route `[...path]` is then injected for it. @example './src/Story.astro' */
	page: z.string().optional(),
	/** The collection whose entries the injected route renders. @default 'stories' */
	collection: z.string().default('stories'),
});

/** @param example a path, which is the default */
const pathSchema = (example: string) =>
	z
		.string()
		.regex(/^(\/[\w.~-]+)+$/, `must be a path such as ${example}`)
		.default(example);

const rebuildSchema = z.strictObject({
	/** Path of the webhook endpoint. @default '/_slugline/rebuild' */
	path: pathSchema(rebuildPath),
});

const downloadSchema = z.strictObject({
	/** Maximum size of one file, in bytes. @default 100_000_000 */
	maxBytes: z.number().int().positive().default(100_000_000),
	/** Timeout for each attempt to download a file, in milliseconds. @default 60_000 */
	timeoutMs: z.number().positive().default(60_000),
});

const assetsSchema = z.strictObject({
	/** Hosts of your assets besides the service's own, with the same image service. @example ['assets.example.com'] */
	hosts: z
		.array(z.string().regex(/^[a-z0-9.-]+(:\d+)?$/i, 'must be a host such as assets.example.com'))
		.default([]),
	/** Lets `<Image>` and `<Picture>` of `astro:assets` use the service's image CDN for assets. @default false */
	imageService: z.boolean().default(false),
	/** Copies the images and files that pages show into the output. `{ maxBytes, timeoutMs }` limits each file. @default false */
	download: z
		.union([z.boolean(), downloadSchema], 'must be true, false, or { maxBytes, timeoutMs }')
		.default(false)
		.transform((value) => (value === true ? downloadSchema.parse({}) : value || undefined)),
	/** Token for private assets, which are then downloaded. @default the variable SLUGLINE_ASSET_TOKEN */
	token: z.string().min(1, 'is empty').optional(),
});

export type AssetsOptions = z.output<typeof assetsSchema>;

const redirectsSchema = z.strictObject({
	/** The file that stores the redirects. Commit it. @default './redirects.json' */
	file: z.string().min(1).default('./redirects.json'),
	/** What a build writes: a redirecting page for each old path, or the file `_redirects` for hosts such as Netlify and Cloudflare. @default 'pages' */
	write: z.enum(['pages', '_redirects']).default('pages'),
});

const blokFilesSchema = z.union([z.string().min(1), z.record(z.string(), z.string().min(1))]);

const originShape = z
	.string()
	.refine((value) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value, {
		error: ({ input }) => `must be an origin such as https://app.storyblok.com, but is \`${input}\``,
	});

const previewSchema = z.strictObject({
	/** Origins of the editors that may show the site in a frame. @default ['https://app.storyblok.com'] */
	editors: z.array(originShape).default(['https://app.storyblok.com']),
	/** Path below which pages are previewed. @default '/_slugline/preview' */
	path: pathSchema(previewPath),
	/**
	 * Shows preview on the deployed site, too. Needs an adapter, and the variable SLUGLINE_PREVIEW_TOKEN on the server. Pages stay
	 * static.
	 * @default false
	 */
	deployed: z.boolean().default(false),
});

/** Contradictions are reported beside invalid values, so that one message has all that is wrong. */
const always = (): boolean => true;

/** The options of the integration. The docs page "Configuration" lists them for users. */
export const optionsSchema = z
	.strictObject({
		/** Name of the space, for a site with more than one. Loaders then take `space: '<id>'`. @default 'default' */
		id: z
			.string()
			.regex(/^[a-z0-9][a-z0-9-]*$/i, 'must be letters, digits, and hyphens')
			.default('default'),
		/** Access token of the space. @default the variable SLUGLINE_TOKEN, or else STORYBLOK_TOKEN */
		token: z.string().min(1, 'is empty').optional(),
		/** Region of the space: `eu`, `us`, `ca`, `ap`, or `cn`. @default the variable SLUGLINE_REGION, or else 'eu' */
		region: z.enum(regionNames).optional(),
		/** Address of the delivery API, if the space is in none of the regions. @default the variable SLUGLINE_BASE_URL */
		baseUrl: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
		/** Address of the management API, if the space is in none of the regions. */
		managementUrl: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
		/** The version of stories to build: `published`, or `draft`, which needs a preview token. @default 'published' */
		version: z.enum(['published', 'draft']).default('published'),
		/** Codes of the languages to build besides the default one. @default all languages of the space @example ['de', 'fr'] */
		languages: z.array(z.string().min(1)).optional(),
		/** Code of the space's default language, which the API does not name. @default Astro's `i18n.defaultLocale` @example 'en' */
		defaultLanguage: z
			.string()
			.regex(/^[a-z]{2,3}(?:[-_][a-z\d]+)*$/i, 'must be a language code, such as en or en-US')
			.optional(),
		/** A folder of Markdown and YAML to build from instead of the API. @default './space', if it exists and there is no token */
		space: z.string().min(1).optional(),
		/** Which stories are pages, and optionally a component that renders them. */
		routes: routesSchema.prefault({}),
		/**
		 * A `components.json` written by the service's CLI, or the folder of its `--separate-files`. Types come from it instead of
		 * the content, and content that does not match fails the build.
		 * @example './.storyblok/components/4711/components.json'
		 */
		componentsFile: z.string().min(1).optional(),
		/**
		 * The fields that refer to other stories, as `component.field`, so that a page changes with the stories it refers to.
		 * @default every field that holds the uuid of a story
		 * @example ['article.author']
		 */
		relations: z.array(z.string().regex(/^[^.]+\..+$/, 'must be a field such as article.author')).optional(),
		/**
		 * The components that `<Blok>` renders: a folder, in which `Hero.astro` renders the blok `hero`, or one file per blok, with
		 * or without its extension. In a list of both, what comes later takes precedence.
		 * @default './src/bloks'
		 * @example ['./src/bloks', { hero: './src/components/BigHero.astro' }]
		 */
		bloks: z
			.union(
				[blokFilesSchema, z.array(blokFilesSchema).min(1)],
				'must be a folder, files by the names of bloks, or a list of both',
			)
			.default('./src/bloks')
			.transform((value) => [value].flat()),
		/**
		 * Names of the `data-*` attributes that editors may set on links and in Markdown. None by default, because scripts such as
		 * htmx run the content of some of them.
		 * @default []
		 * @example ['data-track']
		 */
		dataAttributes: z
			.array(z.string().regex(/^data-[a-z0-9-]+$/, 'must be a name such as data-track'))
			.default([]),
		/** What to do with a blok without a component: skip it with a warning (`warn`), or fail the build (`error`). @default 'warn' */
		missingBlok: z.enum(['warn', 'error']).default('warn'),
		/** Images and other files. In a site with two spaces, set it in the first slugline(): it applies to both. */
		assets: assetsSchema.prefault({}),
		/** Adds a webhook endpoint to a site with an adapter. It purges pages that show changed stories from Astro's route cache. */
		rebuild: rebuildSchema.optional(),
		/** Redirects the old paths of moved stories. `{}` uses the defaults. */
		redirects: redirectsSchema.optional(),
		/**
		 * Shows editors their changes as they type, in `astro dev` and, with `deployed`, on the deployed site. `{}` uses the defaults. Needs the variable
		 * SLUGLINE_PREVIEW_TOKEN, unless the space is a folder. In a site with two spaces, set it for one of them.
		 */
		preview: previewSchema.optional(),
		/** What a failed sync does: fail the build (`fail`), or build from the last good state with a warning (`keep`). @default 'fail' */
		onError: z.enum(['fail', 'keep']).default('fail'),
		/** Milliseconds after which everything is fetched again, even if the version of the space has not changed. @default never */
		fullSyncAfter: z.number().positive().optional(),
		/** An unstorage driver for the cached state. @default a folder in Astro's cache directory */
		storage: z
			.custom<Driver>(
				(value) => typeof value === 'object' && value !== null && 'getItem' in value,
				'must be an unstorage driver',
			)
			.optional(),
		/** Renders only the pages that a change affects. `{ check: false }` turns off the self-check, which renders a sample of cached pages. @default true */
		incremental: z
			.union(
				[
					z.boolean(),
					z.strictObject({
						/** Renders a sample of the cached pages in each build, and compares. @default true */
						check: z.boolean().default(true),
					}),
				],
				'must be true, false, or { check: false }',
			)
			.default(true)
			.transform((value) => (value === true ? { check: true } : value || undefined)),
		/** Logs why each story is fetched again and why each page is rendered. @default the variable SLUGLINE_EXPLAIN */
		explain: z.boolean().optional(),
	})
	.refine((options) => !(options.region && options.baseUrl), {
		path: ['region'],
		when: always,
		message: 'cannot be combined with `baseUrl`; remove one of them',
	})
	.refine((options) => !(options.token && options.space), {
		path: ['space'],
		when: always,
		message:
			'cannot be combined with `token`, because a site is built from the API or from a folder; remove one of them',
	});

/**
 * Options of `slugline()`. All are optional: without `token` and `space`, the token comes from the environment.
 *
 * @see docs/configuration.md
 * @example slugline({ space: './space', routes: { exclude: ['settings/**'] } })
 */
export type SluglineOptions = z.input<typeof optionsSchema>;
export type Options = z.output<typeof optionsSchema>;

/**
 * Validates the options and fills in the defaults.
 *
 * @throws {ConfigError} if options are unknown or have invalid values; the message names each with its path
 */
export function readOptions(input: SluglineOptions): Options {
	const parsed = optionsSchema.safeParse(input);
	if (parsed.success) return parsed.data;
	const places = parsed.error.issues.map(({ path }) => path);
	const isInOption = (path: PropertyKey[]) => fieldNames(optionsSchema, path).length > 0;
	const place = (places.every(({ length }) => length > 0) && places.find(isInOption)) || [];
	const isUnknown = parsed.error.issues.some(({ code }) => code === 'unrecognized_keys');
	throw new ConfigError(
		`Invalid options passed to slugline() in astro.config: ${optionErrors(optionsSchema, parsed.error).join('; ')}.`,
		place.length === 0 && !isUnknown
			? 'Correct the value: the page Configuration of the docs, also in docs/configuration.md of the package, has each option with its values.'
			: `The options${place.length > 0 ? ` of \`${place.join('.')}\`` : ''} are: ${fieldNames(optionsSchema, place).join(', ')}.`,
	);
}

/** The name of the file that describes a build: `slugline.json`, or `slugline.<id>.json` for a space with an id. */
export const outputName = (id: string): string =>
	id === 'default' ? 'slugline.json' : `slugline.${id}.json`;
