import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { HookParameters } from 'astro';
import type { TypeFiles } from './write-types.js';

export type InjectTypes = HookParameters<'astro:config:done'>['injectTypes'];

/**
 * The files with the types of a space. Astro writes injected types after its loaders have run, so the injected file only refers
 * to ours next to it, which is written as soon as the content is known.
 */
export function typeFiles(id: string, cacheDir: URL, injectTypes: InjectTypes): TypeFiles {
	const named = injectTypes({ filename: 'types.d.ts', content: '/// <reference path="./content.d.ts" />\n' });
	const declarations = new URL('content.d.ts', named);
	if (!existsSync(declarations)) {
		mkdirSync(new URL('.', declarations), { recursive: true });
		writeFileSync(declarations, 'export {};\n');
	}
	const folder = new URL('slugline/', cacheDir);
	return {
		declarations,
		written: new URL(`types-${id}.json`, folder),
		facts: new URL(`facts-${id}.json`, folder),
	};
}
