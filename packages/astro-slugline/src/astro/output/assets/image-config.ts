import type { AstroConfig } from 'astro';
import { ConfigError } from '../../page/data/index.js';
import type { AssetsOptions } from '../../settings/index.js';

/** The service's hosts for assets, one per region. Each has an image service. */
export const assetHosts = [
	'a.storyblok.com',
	'a-us.storyblok.com',
	'a-ca.storyblok.com',
	'a-ap.storyblok.com',
	'a.storyblokchina.cn',
];

/** Astro's default image service. */
const usual = 'astro/assets/services/sharp';

/**
 * The part of Astro's config that lets `<Image>` and `<Picture>` use the service's image CDN.
 *
 * @throws {ConfigError} if the site has its own image service
 */
export function imageServiceConfig(
	{ image }: Pick<AstroConfig, 'image'>,
	{ hosts }: AssetsOptions,
): { service: { entrypoint: string }; domains: string[] } {
	const { entrypoint } = image.service;
	if (entrypoint !== usual) {
		throw new ConfigError(
			`Both the option \`assets.imageService\` of slugline() and the site set an image service. The one of the site is ${entrypoint}.`,
			'Remove that option of slugline(), or the other from `image.service` in astro.config and from the options of the adapter. <StoryImage> needs neither.',
		);
	}
	return {
		service: { entrypoint: 'astro-slugline/image-service' },
		domains: [...assetHosts, ...hosts.map((host) => host.replace(/:\d+$/, ''))],
	};
}

/** @throws {ConfigError} because only the first slugline() of a site can have the option `assets` */
export function refuseSecondAssets(): never {
	throw new ConfigError(
		'`assets` is set in a slugline() that is not the first one in astro.config.',
		'Set `assets` in the first slugline(). It applies to the whole site.',
	);
}
