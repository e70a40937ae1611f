import { existsSync } from 'node:fs';
import type { AstroConfig } from 'astro';
import { astroVersion, isSupportedAstro, supportedAstro } from 'astro-keep/shared/node/astro-version';
import { ConfigError } from '../page/data/index.js';
import { fileOf } from './file-of.js';

/** @throws {ConfigError} if the site's Astro is too old for this package */
export function refuseOldAstro(version: string | undefined): void {
	if (version === undefined || isSupportedAstro(version)) return;
	throw new ConfigError(
		`Slugline needs ${supportedAstro}, and this site has Astro ${version}.`,
		'Run `npx @astrojs/upgrade`.',
	);
}

/** @throws {ConfigError} if the component that `routes.page` names does not exist */
export function refuseMissingPage(page: string | undefined, root: URL): void {
	if (page === undefined || existsSync(fileOf(page, root))) return;
	throw new ConfigError(
		`The file ${page} does not exist. The option \`routes.page\` of slugline() names it.`,
		"The path is relative to the site's folder. Create a component there that renders `Astro.props.story`, an entry of the collection that `routes.collection` names.",
	);
}

/** @throws {ConfigError} if the site has no adapter, so that no server would answer webhook calls */
export function refuseWithoutServer(config: AstroConfig): void {
	if (config.adapter) return;
	throw new ConfigError(
		'The option `rebuild` of slugline() adds an endpoint, but the site is static: astro.config has no adapter.',
		'Add an adapter, for example with `npx astro add node`, or remove `rebuild` and build after each change: `npx slugline rebuild --run "astro build"`.',
	);
}

/** @throws {ConfigError} if the site has no adapter, so that no server would show drafts, or if its Astro is too old for that */
export function refusePreviewWithoutServer(config: AstroConfig): void {
	if (astroVersion(config.root)?.startsWith('6.')) {
		throw new ConfigError(
			'The option `preview.deployed` of slugline() needs Astro 7.',
			'Run `npx @astrojs/upgrade`. Or remove `deployed`, and use preview in `astro dev`.',
		);
	}
	if (config.adapter) return;
	throw new ConfigError(
		'The option `preview.deployed` of slugline() shows drafts on the deployed site, but astro.config has no adapter.',
		'Add an adapter, for example with `npx astro add node`: pages stay static. Or remove `deployed`, and use preview in `astro dev`.',
	);
}

/** @throws {ConfigError} if two slugline() integrations have the same id */
export function refuseTwins(config: AstroConfig, name: string): void {
	if (config.integrations.filter((integration) => integration.name === name).length < 2) return;
	throw new ConfigError(
		`astro.config has two slugline() integrations with the same id.`,
		"Give each space its own `id`, and pass it to the loaders: `stories({ space: '<id>' })`.",
	);
}
