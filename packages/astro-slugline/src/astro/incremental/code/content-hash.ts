import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { EmittedCode } from './emitted-code.js';

/** Hash of the modules that contain content, and of the files that they import, such as images of entries. */
export function contentHash({ modules, portable, sources }: EmittedCode): string {
	const content = [...modules.values()].filter(({ isContent }) => isContent);
	const texts = content.map(({ id, name }) => `${name}\n${portable.text(sources.get(id) ?? '')}\n`);
	const hash = createHash('sha256');
	for (const text of texts.sort()) hash.update(text);
	for (const id of [...new Set(content.flatMap(({ imports }) => imports))].sort()) {
		const file = id.split('?')[0] ?? id;
		if (isAbsolute(file) && existsSync(file))
			hash.update(`${portable.name(id)}\n`).update(readFileSync(file));
	}
	return hash.digest('hex');
}
