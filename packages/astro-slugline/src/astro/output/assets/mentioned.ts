import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { assetNamePattern } from '../../page/data/index.js';

/** Extensions of files that can mention others. */
const texts = new Set(['.html', '.xml', '.json', '.js', '.css', '.txt', '.md', '.webmanifest']);

/** The names of downloaded files that the output mentions. */
export async function mentionedAssets(dir: URL, folder: string): Promise<Set<string>> {
	const limit = pLimit(16);
	const names = new Set<string>();
	const entries = await readdir(fileURLToPath(dir), { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile() && texts.has(extname(entry.name)));
	await Promise.all(
		files.map((file) =>
			limit(async () => {
				const text = await readFile(join(file.parentPath, file.name), 'utf8');
				for (const part of text.split(folder).slice(1)) {
					const [name] = nameAtStart.exec(part) ?? [];
					if (name) names.add(name);
				}
			}),
		),
	);
	return names;
}

const nameAtStart = new RegExp(`^(?:${assetNamePattern.source})`);
