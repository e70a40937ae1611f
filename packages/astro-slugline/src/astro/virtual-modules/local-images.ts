import { createReadStream, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { imageMetadata } from 'astro/assets/utils';
import { slashed } from 'astro-keep/shared/module-path';
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
	const entries = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
	const files = entries
		.filter((entry) => entry.isFile() && image.test(entry.name))
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
	const sizes: Record<string, readonly [number, number]> = {};
	// One after the other, because each needs a buffer.
	for (const file of files) {
		const head = await buffer(createReadStream(file, { end: headBytes - 1 }));
		const size = await imageMetadata(head, file).catch(() => undefined);
		const address = `${base.replace(/\/$/, '')}/${slashed(relative(folder, file))}`;
		if (size) sizes[address] = [size.width, size.height];
	}
	return sizes;
}
