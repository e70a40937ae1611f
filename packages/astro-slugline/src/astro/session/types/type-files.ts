import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { HookParameters } from 'astro';
import type { TypeFiles } from './write-types.js';

export type InjectTypes = HookParameters<'astro:config:done'>['injectTypes'];

/**
 * Where the types of a space lie. Astro writes what it is told once its loaders have run, so it is told a file that names
 * ours, which stands beside it and is written when the content is known.
 */
export function typeFiles(id: string, cacheDir: URL, injectTypes: InjectTypes): TypeFiles {
	const named = injectTypes({ filename: 'types.d.ts', content: '/// <reference path="./content.d.ts" />\n' });
	const declarations = new URL('content.d.ts', named);
	if (!existsSync(declarations)) {
		mkdirSync(new URL('.', declarations), { recursive: true });
		writeFileSync(declarations, 'export {};\n');
	}
	const kept = new URL('slugline/', cacheDir);
	return {
		declarations,
		written: new URL(`types-${id}.json`, kept),
		facts: new URL(`facts-${id}.json`, kept),
	};
}
