import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { regions } from '../../client/index.js';
import type { Region } from '../../shared/api/regions.js';
import { ConfigError } from '../page/data/index.js';
import { type Environment, tokenNames } from './environment.js';
import { fileOf } from './file-of.js';
import { type Options, optionsSchema } from './options.js';

/** Where a site's content comes from: the API, or a folder. */
export type ContentSource =
	| {
			kind: 'service';
			token: string;
			/** Where the token comes from: an option or a variable. */
			tokenName: string;
			region?: Region | undefined;
			baseUrl?: string | undefined;
			/** The variable that the address or region comes from, unless an option gives it. */
			placeName?: string | undefined;
			unused?: Unused;
	  }
	| { kind: 'folder'; folder: string; unused?: Unused };

/** What is ignored, and why. @example 'the folder ./space is not used, because there is a token' */
type Unused = readonly string[];

/** The origin of the delivery API; undefined for a folder. */
export const serviceAddress = (source: ContentSource | undefined): string | undefined =>
	source?.kind === 'service' ? (source.baseUrl ?? regions[source.region ?? 'eu'].delivery) : undefined;

/**
 * A warning for drafts in a production build, where anyone could read them.
 *
 * @param mode as `modeOf()` returns it
 */
export function draftsWarning(
	{ version }: Pick<Options, 'version'>,
	source: ContentSource,
	mode: string,
): string | undefined {
	if (version !== 'draft' || mode !== 'production') return undefined;
	const how = source.kind === 'service' ? `, read with the token of ${source.tokenName}` : '';
	return `This production build publishes drafts${how}, because the option \`version\` is \`draft\`. Remove the option, or build previews in a mode of their own: \`astro build --mode preview\`.`;
}

/** A warning for a server that renders pages on demand and may not have the token of the build. */
export function serverTokenWarning(source: ContentSource, environment: Environment): string | undefined {
	const known = environment.SLUGLINE_TOKEN || environment.STORYBLOK_TOKEN;
	if (source.kind === 'folder' || source.token === known) return undefined;
	return 'Pages rendered on demand read the token from the variable SLUGLINE_TOKEN, or else STORYBLOK_TOKEN, of the server. This build has its token from astro.config, and does not put it into the server. Set SLUGLINE_TOKEN where the server runs.';
}

const placeNames = ['SLUGLINE_BASE_URL', 'SLUGLINE_REGION'] as const;

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

/**
 * Finds the source: the options `space` or `token`, or else a token from the environment, or else the folder `./space`.
 *
 * @throws {ConfigError} if none of them exists, or if the address or region is invalid
 */
export function findSource(
	options: Pick<Options, 'space' | 'token' | 'baseUrl' | 'region'>,
	environment: Environment,
	root: URL,
): ContentSource {
	const folder = fileURLToPath(fileOf(options.space ?? './space', root));
	if (options.space) {
		if (isFolder(folder)) return { kind: 'folder', folder };
		throw new ConfigError(
			`The folder ${options.space} does not exist. The option \`space\` of slugline() names it.`,
			"The path is relative to the site's folder. Create the folder with a `space.yaml` that has a name, and stories as Markdown beside it.",
		);
	}
	const [token, tokenName = ''] =
		[
			[options.token, 'the option `token`'],
			...tokenNames.map((name) => [environment[name], `the variable ${name}`] as const),
		].find(([value]) => value) ?? [];
	const hasFolder = isFolder(folder);
	if (token) {
		// A site tries another place, such as `slugline space`, without a change of its config.
		const baseUrl = options.baseUrl ?? environment.SLUGLINE_BASE_URL;
		const region = baseUrl ? undefined : (options.region ?? environment.SLUGLINE_REGION);
		const unused = [
			...(hasFolder ? ['the folder ./space is not used, because there is a token'] : []),
			...(options.region && baseUrl
				? ['the option `region` is not used, because SLUGLINE_BASE_URL is set']
				: []),
		];
		return {
			kind: 'service',
			token,
			tokenName,
			...checkPlace({ baseUrl, region }),
			placeName: placeNames.find(
				(name) => environment[name] && [baseUrl, region].includes(environment[name]),
			),
			unused,
		};
	}
	const other = otherNames.find((name) => environment[name]);
	if (hasFolder) {
		const named = [
			...(['baseUrl', 'region'] as const)
				.filter((name) => options[name])
				.map((name) => `the option \`${name}\``),
			...placeNames.filter((name) => environment[name]),
		];
		const unused = [
			...tokenNames.flatMap((name) => (environment[name] === '' ? `the variable ${name} is empty` : [])),
			...named.map((name) => `${name} is not used, because there is no token`),
			...(other
				? [`${other} is not used, because tokens are read from SLUGLINE_TOKEN or STORYBLOK_TOKEN`]
				: []),
		];
		return { kind: 'folder', folder, unused };
	}
	throw new ConfigError(
		'Slugline has nothing to build from: no token and no folder ./space.',
		other
			? `The variable ${other} is set, but Slugline reads SLUGLINE_TOKEN or STORYBLOK_TOKEN. Rename it to SLUGLINE_TOKEN.`
			: 'Set SLUGLINE_TOKEN to an access token of your space, or use `slugline({ space: "./folder" })` to build from Markdown without an account.',
	);
}

/** Names that other integrations and guides use for the variable with the token. */
const otherNames = [
	'SLUGLINE_ACCESS_TOKEN',
	'SLUGLINE_API_TOKEN',
	'STORYBLOK_DELIVERY_API_TOKEN',
	'STORYBLOK_DELIVERY_API_ACCESS_TOKEN',
	'STORYBLOK_ACCESS_TOKEN',
	'STORYBLOK_API_TOKEN',
	'STORYBLOK_API_KEY',
	'STORYBLOK_KEY',
	'STORYBLOK_PREVIEW_TOKEN',
	'STORYBLOK_PREVIEW_ACCESS_TOKEN',
	'STORYBLOK_PUBLIC_TOKEN',
	'STORYBLOK_PUBLIC_ACCESS_TOKEN',
	'STORYBLOK_SPACE_TOKEN',
	'PUBLIC_STORYBLOK_TOKEN',
	'PUBLIC_STORYBLOK_ACCESS_TOKEN',
	'VITE_STORYBLOK_TOKEN',
	'NEXT_PUBLIC_STORYBLOK_TOKEN',
	'NUXT_PUBLIC_STORYBLOK_TOKEN',
] as const;

/** Validates the variables in the same way as the options that they replace. */
function checkPlace(place: { baseUrl: string | undefined; region: string | undefined }) {
	const shape = z.object({
		baseUrl: optionsSchema.shape.baseUrl,
		region: optionsSchema.shape.region,
	});
	const parsed = shape.safeParse(place);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	const name = issue?.path[0] === 'region' ? 'SLUGLINE_REGION' : 'SLUGLINE_BASE_URL';
	throw new ConfigError(
		`The variable ${name} is invalid: ${issue?.message.replace(/^Invalid (input|option): /, '') ?? 'it has a wrong value'}.`,
		'SLUGLINE_REGION must be eu, us, ca, ap, or cn. SLUGLINE_BASE_URL must be an http or https address.',
	);
}

/**
 * The options and source of `astro dev` with preview: drafts, read with the preview token. Undefined if preview is off, or if
 * there is no preview token for the API; then dev works as without preview.
 */
export function previewSource(options: Options, environment: Environment, source: ContentSource) {
	const token = environment.SLUGLINE_PREVIEW_TOKEN;
	if (!options.preview || (source.kind === 'service' && !token)) return undefined;
	const draft: Options = { ...options, version: 'draft' };
	return {
		options: draft,
		source:
			source.kind === 'service' && token
				? { ...source, token, tokenName: 'the variable SLUGLINE_PREVIEW_TOKEN' }
				: source,
		previews: true,
		/** True if a build of the site does not have these drafts. */
		isPreview: options.version === 'published',
	};
}
