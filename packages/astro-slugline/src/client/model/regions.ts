import type { Region } from '../../shared/api/regions.js';

/** Addresses of each region, for the delivery and the management API. */
export const regions = {
	eu: { delivery: 'https://api.storyblok.com', management: 'https://mapi.storyblok.com' },
	us: { delivery: 'https://api-us.storyblok.com', management: 'https://api-us.storyblok.com' },
	ca: { delivery: 'https://api-ca.storyblok.com', management: 'https://api-ca.storyblok.com' },
	ap: { delivery: 'https://api-ap.storyblok.com', management: 'https://api-ap.storyblok.com' },
	cn: { delivery: 'https://app.storyblokchina.cn', management: 'https://app.storyblokchina.cn' },
} as const satisfies Record<Region, { delivery: string; management: string }>;

/** True for an address in a region, rather than one that an option gives. */
export const isRegional = (url: string): boolean =>
	Object.values(regions)
		.flatMap((of): string[] => Object.values(of))
		.includes(new URL(url).origin);

const byCode: Record<number, Region> = { 0: 'eu', 1: 'eu', 2: 'us', 3: 'ca', 4: 'ap', 6: 'cn' };
const byMillion: Region[] = ['eu', 'us', 'ca', 'ap'];

/**
 * The region that a space id implies, or undefined if it implies none. Ids of older Chinese spaces look like
 * European ones.
 *
 * @example regionOfSpace(1_012_345) // 'us'
 */
export function regionOfSpace(id: number): Region | undefined {
	if (!Number.isSafeInteger(id) || id < 0) return undefined;
	if (id >= 2 ** 48) return byCode[Math.floor(id / 2 ** 48)];
	return byMillion[Math.floor(id / 1_000_000)];
}
