import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { AstroError } from 'astro/errors';

/** The first version of Astro whose builds can keep pages: [major, minor]. */
const oldestAstro = [7, 2] as const;

/** The version of the Astro that a site has; undefined where it cannot be found. */
export function astroVersion(root: URL): string | undefined {
	try {
		const { version } = createRequire(new URL('package.json', root))('astro/package.json');
		return version;
	} catch {
		return undefined;
	}
}

/** @throws {AstroError} if the site's Astro is older than the one that this package needs */
export function refuseOldAstro(version: string | undefined): void {
	const [, major = '', minor = ''] = /^(\d+)\.(\d+)/.exec(version ?? '') ?? [];
	const [oldestMajor, oldestMinor] = oldestAstro;
	if (major === '' || Number(major) > oldestMajor) return;
	if (Number(major) === oldestMajor && Number(minor) >= oldestMinor) return;
	throw new AstroError(
		`Slugline needs Astro ${oldestAstro.join('.')} or newer, and this site has Astro ${version}.`,
		'Run `npx @astrojs/upgrade`.',
	);
}

/** @throws {AstroError} if the component that `routes.page` names does not exist */
export function refuseMissingPage(page: string | undefined, root: URL): void {
	if (page === undefined || existsSync(fileURLToPath(new URL(page, root)))) return;
	throw new AstroError(
		`There is no file ${page}, as \`routes.page\` in the options of slugline() says.`,
		"The path is relative to the site's folder. Write a component there that shows `Astro.props.story`, an entry of the collection that `routes.collection` names.",
	);
}

export function refuseWithoutServer(config: AstroConfig): void {
	if (config.adapter) return;
	throw new AstroError(
		'`rebuild` in the options of slugline() adds an endpoint, but the site is static: astro.config has no adapter.',
		'Add an adapter, such as `npx astro add node`, or leave `rebuild` out and build after each change: `npx slugline rebuild --run "npx astro build"`.',
	);
}

export function refuseTwins(config: AstroConfig, name: string): void {
	if (config.integrations.filter((integration) => integration.name === name).length < 2) return;
	throw new AstroError(
		`astro.config has two slugline() integrations of the same id.`,
		"Give each space of a site an `id` of its own, and name it in the loaders: `stories({ space: '<id>' })`.",
	);
}
