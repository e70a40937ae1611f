import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { type Finding, good, wrong } from './finding.js';

const needed = { node: [22, 12, 0], astro: [7, 2, 0] } as const;

const manifestSchema = z.looseObject({ version: z.string() });

/** Checks the versions of Node and of the Astro that is installed in a folder. */
export function checkHost(folder: string, nodeVersion: string = process.versions.node): Finding[] {
	return [checkNode(nodeVersion), checkAstro(folder)];
}

function checkNode(version: string): Finding {
	if (isAtLeast(version, needed.node)) return good('Node', `Node ${version} works with Astro 7.`);
	return wrong('Node', `Node ${version} is too old for Astro 7.`, 'Install Node 24, or 22.12 or newer.');
}

function checkAstro(folder: string): Finding {
	const todo = 'Install it in the folder of the site: npm install astro@7.';
	const version = installedAstro(folder);
	if (version === null) return wrong('Astro', `Astro is not installed in ${folder}.`, todo);
	if (isAtLeast(version, needed.astro) && version.startsWith('7.'))
		return good('Astro', `Astro ${version} is supported.`);
	return wrong('Astro', `Astro ${version} is installed, but Slugline needs Astro 7.2 or a later 7.x.`, todo);
}

function installedAstro(folder: string): string | null {
	try {
		const load = createRequire(join(folder, 'package.json'));
		return manifestSchema.parse(load('astro/package.json')).version;
	} catch {
		// It is not installed.
		return null;
	}
}

function isAtLeast(version: string, [major, minor, patch]: readonly [number, number, number]): boolean {
	const [a = 0, b = 0, c = 0] = version.split(/[.-]/).map(Number);
	if (a !== major) return a > major;
	if (b !== minor) return b > minor;
	return c >= patch;
}
