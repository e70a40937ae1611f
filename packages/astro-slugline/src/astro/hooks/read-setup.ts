import type { AstroConfig, HookParameters } from 'astro';
import { modeOf } from 'astro-keep/command';
import { astroVersion } from 'astro-keep/shared/node/astro-version';
import { refuseSecondAssets } from '../output/index.js';
import { connectionHook } from '../session/index.js';
import {
	findSource,
	type Options,
	previewSource,
	readEnvironment,
	readOptions,
	refuseMissingPage,
	refuseOldAstro,
	refuseTwins,
	type SluglineOptions,
} from '../settings/index.js';

export type SetupHook = HookParameters<'astro:config:setup'>;

/** One integration in the hook `astro:config:setup`. */
export type Setup = ReturnType<typeof readSetup>;

/**
 * Reads and validates the options, and finds the source.
 *
 * @throws {AstroError} for an invalid option, an old Astro, a missing `routes.page`, a second integration with the same id, or a
 * missing token or folder
 */
export function readSetup(input: SluglineOptions, name: string, { config, command, isRestart }: SetupHook) {
	refuseOldAstro(astroVersion(config.root));
	const options = readOptions(input);
	refuseTwins(config, name);
	refuseMissingPage(options.routes.page, config.root);
	const first = config.integrations.find((integration) => connectionHook in integration.hooks);
	const isFirst = first?.name === name;
	if (!isFirst && input.assets) refuseSecondAssets();
	return {
		options,
		/** The key of its connection: the site's root and the integration's id. */
		key: `${config.root.href} ${options.id}`,
		command,
		isRestart,
		/** True for the first slugline() of a site, which provides what the site needs only once. */
		isFirst,
		/** True to fetch and render everything, as with `astro build --force`. */
		force: process.argv.includes('--force'),
		/** Undefined for `astro preview`, which builds nothing and needs no token. */
		prepared: command === 'preview' ? undefined : prepare(options, command, config),
	};
}

/** The environment and the source. In dev with preview, the options and the source read drafts, and `previews` is true. */
function prepare(options: Options, command: SetupHook['command'], config: AstroConfig) {
	const environment = readEnvironment(config, modeOf(command, process.argv), process.env);
	const source = findSource(options, environment, config.root);
	const preview = command === 'dev' ? previewSource(options, environment, source) : undefined;
	return { options, environment, source, previews: false, isPreview: false, ...preview };
}
