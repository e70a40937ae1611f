import { AstroError } from 'astro/errors';
import type { Driver } from 'unstorage';
import { z } from 'zod';

/** Where webhook calls are taken, in dev and by the endpoint that `rebuild` adds. */
export const rebuildPath = '/_slugline/rebuild';

const regions = ['eu', 'us', 'ca', 'ap', 'cn'] as const;

const routesSchema = z.strictObject({
	/** Full slugs of the stories that are pages, as globs. @example ['blog/**'] */
	include: z.array(z.string()).optional(),
	/** Full slugs of the stories that are no pages, as globs. @example ['authors/**', 'settings'] */
	exclude: z.array(z.string()).optional(),
	/** Content types that are pages. */
	contentTypes: z.array(z.string()).optional(),
	/** Full slug of the home page, which is then at `/` although the space gives it no real path. @example 'home' */
	home: z.string().min(1).optional(),
	/** A component that renders one story (`Astro.props.story`): the integration then injects the route `[...path]` for it. @example './src/Story.astro' */
	page: z.string().optional(),
	/** The collection whose entries the injected route renders. @default 'stories' */
	collection: z.string().default('stories'),
});

const rebuildSchema = z.strictObject({
	/** Path of the endpoint that takes webhook calls. @default '/_slugline/rebuild' */
	path: z
		.string()
		.regex(/^(\/[\w.~-]+)+$/, 'must be a path such as /_slugline/rebuild')
		.default(rebuildPath),
});

const downloadSchema = z.strictObject({
	/** The largest file in bytes. @default 100 MB */
	maxBytes: z.number().int().positive().default(100_000_000),
	/** Milliseconds that one file may take, each attempt of its own. @default 60,000 */
	timeoutMs: z.number().positive().default(60_000),
});

const assetsSchema = z.strictObject({
	/** Hosts whose files are the space's assets too, with the same image service, such as a domain of yours. @example ['assets.example.com'] */
	hosts: z
		.array(z.string().regex(/^[a-z0-9.-]+(:\d+)?$/i, 'must be a host such as assets.example.com'))
		.default([]),
	/** Lets `<Image>` and `<Picture>` of `astro:assets` take the sizes and formats of assets from the service's image service. */
	imageService: z.boolean().default(false),
	/** Copies the assets that pages show into the output, instead of loading them from the service's hosts. */
	download: z
		.union([z.boolean(), downloadSchema])
		.default(false)
		.transform((value) => (value === true ? downloadSchema.parse({}) : value || undefined)),
	/** Access token for private assets, which are then downloaded too. @default the variable SLUGLINE_ASSET_TOKEN */
	token: z.string().min(1, 'is empty').optional(),
});

export type AssetsOptions = z.output<typeof assetsSchema>;

const redirectsSchema = z.strictObject({
	/** The file that keeps the redirects, to be committed. @default './redirects.json' */
	file: z.string().min(1).default('./redirects.json'),
	/** What a build writes: pages that lead on, or the file `_redirects` that hosts such as Netlify and Cloudflare read. @default 'pages' */
	write: z.enum(['pages', '_redirects']).default('pages'),
});

const originShape = z
	.url({ protocol: /^https?$/, error: 'must be an origin such as https://app.storyblok.com' })
	.refine((value) => new URL(value).origin === value, 'must be an origin such as https://app.storyblok.com');

const previewSchema = z.strictObject({
	/** Origins of the editors that may show the site in a frame. @default the service's editor */
	editors: z.array(originShape).default(['https://app.storyblok.com']),
	/** Path below which pages are shown as they are edited. @default '/_slugline/preview' */
	path: z
		.string()
		.regex(/^(\/[\w.~-]+)+$/, 'must be a path such as /_slugline/preview')
		.default('/_slugline/preview'),
});

/** The options of the integration. */
export const optionsSchema = z
	.strictObject({
		/** Names the space where a site has more than one; loaders then say `space: '<id>'`. @default 'default' */
		id: z
			.string()
			.regex(/^[a-z0-9][a-z0-9-]*$/i, 'must be letters, digits and hyphens')
			.default('default'),
		/** Access token of the space. @default the variable SLUGLINE_TOKEN, else STORYBLOK_TOKEN */
		token: z.string().min(1, 'is empty').optional(),
		/** Where the space is hosted. @default the variable SLUGLINE_REGION, else 'eu' */
		region: z.enum(regions).optional(),
		/** Address of the content delivery host, for a host that is in no region. @default the variable SLUGLINE_BASE_URL */
		baseUrl: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
		/** Address of the management host, for a host that is in no region. */
		managementUrl: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
		/** Which content is read. `draft` needs a preview token. */
		version: z.enum(['published', 'draft']).default('published'),
		/** Codes of the languages to build beside the default one. @default all that the space has */
		languages: z.array(z.string().min(1)).optional(),
		/** Code of the space's default language, which has none in the interface. @default Astro's `i18n.defaultLocale` */
		defaultLanguage: z.string().min(1).optional(),
		/** A folder of Markdown and YAML to build from instead of the service. @default './space', if there is no token and it exists */
		space: z.string().min(1).optional(),
		/** Which stories are pages, and an injected route for them. */
		routes: routesSchema.prefault({}),
		/** A file of the space's components, as the service's CLI writes it: types come from it, and content that does not fit fails the build. @example './.storyblok/components/4711/components.json' */
		componentsFile: z.string().min(1).optional(),
		/** The fields that refer to other stories, `component.field`, so that a page changes with what it refers to. @default every field that holds the uuid of a story */
		relations: z.array(z.string().regex(/^[^.]+\..+$/, 'must be a field such as article.author')).optional(),
		/**
		 * The components that `<Blok>` renders: a folder, in which `Hero.astro` is for the content type `hero`, or a file for each
		 * content type, with or without its extension. @default './src/bloks'
		 * @example { hero: './src/components/Hero.astro' }
		 */
		bloks: z.union([z.string().min(1), z.record(z.string(), z.string().min(1))]).default('./src/bloks'),
		/** Names of `data-*` attributes that editors may set on links and in Markdown. None by default: scripts such as htmx run what stands in some. @example ['data-track'] */
		dataAttributes: z
			.array(z.string().regex(/^data-[a-z0-9-]+$/, 'must be a name such as data-track'))
			.default([]),
		/** What a blok without a component does: leave it out with a warning, or fail the build. */
		missingBlok: z.enum(['warn', 'error']).default('warn'),
		/** Images and other files. A site with two spaces says it in the first one. */
		assets: assetsSchema.prefault({}),
		/** Adds an endpoint to a site with an adapter: a webhook call purges the pages that show what it names from Astro's route cache. */
		rebuild: rebuildSchema.optional(),
		/** Leads from the old paths of stories that moved to where they are now. */
		redirects: redirectsSchema.optional(),
		/** Shows editors their changes as they type, in `astro dev`. Needs the variable SLUGLINE_PREVIEW_TOKEN, or a folder as space. A site with two spaces says it for one of them. */
		preview: previewSchema.optional(),
		/** What a failed sync does: fail the build, or build from the last good state. */
		onError: z.enum(['fail', 'keep']).default('fail'),
		/** Milliseconds after which a sync asks for everything again, whatever the cache version says. */
		fullSyncAfter: z.number().positive().optional(),
		/** Where the kept state lies: an unstorage driver. @default a folder in Astro's cache directory */
		storage: z
			.custom<Driver>(
				(value) => typeof value === 'object' && value !== null && 'getItem' in value,
				'must be an unstorage driver',
			)
			.optional(),
		/** Render only the pages that a change reaches. `{ check: false }` does so without rendering a sample of the others to check them. @default true */
		incremental: z
			.union([z.boolean(), z.strictObject({ check: z.boolean().default(true) })])
			.default(true)
			.transform((value) => (value === true ? { check: true } : value || undefined)),
		/** Say for each story that is fetched again, and each page that is rendered again, why. @default the variable SLUGLINE_EXPLAIN */
		explain: z.boolean().optional(),
	})
	.refine((options) => !(options.region && options.baseUrl), {
		path: ['region'],
		message: 'is given beside `baseUrl`; keep one of the two',
	})
	.refine((options) => !(options.token && options.space), {
		path: ['space'],
		message:
			'is given beside `token`; a site is built from the service or from a folder, keep one of the two',
	});

export type SluglineOptions = z.input<typeof optionsSchema>;
export type Options = z.output<typeof optionsSchema>;

/**
 * The options checked, every bad one as a sentence with its path.
 *
 * @throws {AstroError} if one is unknown or has a wrong value
 */
export function readOptions(input: SluglineOptions): Options {
	const parsed = optionsSchema.safeParse(input);
	if (parsed.success) return parsed.data;
	const sentences = parsed.error.issues.map((issue) => {
		if (issue.code === 'unrecognized_keys') {
			const parent = issue.path.length ? ` in \`${issue.path.join('.')}\`` : '';
			return issue.keys.map((key) => `\`${key}\`${parent} is not an option`).join('; ');
		}
		return `\`${issue.path.join('.')}\` ${issue.message.replace(/^Invalid (input|option): /, '')}`;
	});
	throw new AstroError(
		`The options of slugline() in astro.config are not right: ${sentences.join('; ')}.`,
		`The options are: ${Object.keys(optionsSchema.shape).join(', ')}.`,
	);
}
