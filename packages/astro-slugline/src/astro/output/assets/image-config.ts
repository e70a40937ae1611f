import type { AstroConfig } from 'astro';
import { AstroError } from 'astro/errors';
import type { AssetsOptions } from '../../settings/index.js';
import { assetHosts } from './hosts.js';

/** What Astro uses if a site names no image service. */
const usual = 'astro/assets/services/sharp';

/** The part of Astro's config that lets `<Image>` and `<Picture>` use the service's image service. */
export function imageServiceConfig(
	{ image }: Pick<AstroConfig, 'image'>,
	{ hosts }: AssetsOptions,
): { service: { entrypoint: string }; domains: string[] } {
	const { entrypoint } = image.service;
	if (entrypoint !== usual) {
		throw new AstroError(
			`\`assets.imageService\` in the options of slugline() and \`image.service\` in astro.config (${entrypoint}) both name an image service.`,
			'Leave one of the two out. <StoryImage> needs neither.',
		);
	}
	return {
		service: { entrypoint: 'astro-slugline/image-service' },
		domains: [...assetHosts, ...hosts.map((host) => host.replace(/:\d+$/, ''))],
	};
}

/** Says that only one space of a site can have the option `assets`. */
export function refuseSecondAssets(): never {
	throw new AstroError(
		'`assets` is among the options of a slugline() that is not the first one in astro.config.',
		'Say `assets` in the first slugline(): it goes for the whole site.',
	);
}
