import images from 'virtual:astro-slugline/local-images';
import { decodedPath } from '../../../shared/text/slashes.js';
import { answers, record } from '../tracking/index.js';

const sizeAt = (address: string): readonly [number, number] | undefined =>
	Object.hasOwn(images, address) ? images[address] : undefined;

answers('local-image', async (address) => JSON.stringify(sizeAt(address)));

/** The size in pixels of an image in the site's public folder; undefined for other images. */
export function localSize(href: string): { width: number; height: number } | undefined {
	if (!href.startsWith('/')) return undefined;
	const address = decodedPath(href.split(/[?#]/, 1)[0] ?? '');
	record('local-image', address);
	const [width, height] = sizeAt(address) ?? [];
	return width && height ? { width, height } : undefined;
}
