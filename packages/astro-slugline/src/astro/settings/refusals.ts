import type { AstroConfig } from 'astro';
import { AstroError } from 'astro/errors';

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
