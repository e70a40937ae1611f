import { pathToFileURL } from 'node:url';
import { astroVersion, isSupportedAstro, supportedAstro } from 'astro-keep/shared/node/astro-version';
import { type Finding, good, wrong } from './finding.js';

/** Checks the versions of Node and of the Astro that is installed in a folder. */
export function checkHost(folder: string, nodeVersion: string = process.versions.node): Finding[] {
	return [checkNode(nodeVersion), checkAstro(folder)];
}

function checkNode(version: string): Finding {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	if (major > 22 || (major === 22 && minor >= 12)) return good('Node', `Node ${version} is supported.`);
	return wrong('Node', `Node ${version} is too old for Astro.`, 'Install Node 24, or 22.12 or newer.');
}

function checkAstro(folder: string): Finding {
	const todo = 'Install it in the folder of the site: npm install astro@7.';
	const version = astroVersion(pathToFileURL(`${folder}/`));
	if (version === undefined) return wrong('Astro', `Astro is not installed in ${folder}.`, todo);
	if (isSupportedAstro(version)) return good('Astro', `Astro ${version} is supported.`);
	return wrong('Astro', `Astro ${version} is installed, but Slugline needs ${supportedAstro}.`, todo);
}
