import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { imageMetadata } from 'astro/assets/utils';
import { filesBelow } from '../../shared/node/files-below.js';
import type { LocalImagesModule } from '../page/data/index.js';
import type { VirtualModule } from './plugin.js';
import type { SiteParts } from './site-parts.js';

/**
 * The sizes of the images in the public folder of a site that is built from a folder, whose content may name them. The size that a
 * page uses is a dependency of the page.
 */
export const localImagesModule = ({ started }: SiteParts): VirtualModule => ({
	isContent: true,
	async code(consumer) {
		const { source, site } = started() ?? {};
		const isNeeded = consumer === 'server' && source?.kind === 'folder';
		return `export default ${JSON.stringify(isNeeded && site ? await sizesIn(site) : {})};`;
	},
});

const image = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/** Bytes in which an image says its size. Photos have a preview and camera data before it. */
const headBytes = 512 * 1024;

async function sizesIn({ publicDir, base }: AstroConfig): Promise<LocalImagesModule> {
	const folder = fileURLToPath(publicDir);
	const sizes: Record<string, readonly [number, number]> = {};
	// One after the other, because each needs a buffer.
	for (const file of filesBelow(folder, true).filter((one) => image.test(one))) {
		const size = await sizeOf(join(folder, file)).catch(() => undefined);
		if (size) sizes[`${base.replace(/\/$/, '')}/${file}`] = [size.width, size.height];
	}
	return sizes;
}

const sizeOf = async (file: string) =>
	imageMetadata(await buffer(createReadStream(file, { end: headBytes - 1 })), file);
