import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { ownPackages, type PackageDigests } from '../content-config/index.js';
import { readSealed, seal } from '../shared/node/sealed-file.js';

/** @param text the value; undefined for a variable that is not set */
export const hmac = (key: string, text: string | undefined): string =>
	createHmac('sha256', key)
		.update(text ?? 'undefined')
		.digest('hex');

/** Digests of our packages, which someone may patch in place. */
export const ownDigests = (packages: PackageDigests): [name: string, digest: string][] =>
	ownPackages().map(([name, folder]) => [`the package ${name}`, packages.at(folder)]);

/** The locale and time zone, which decide how dates and numbers are formatted. */
export function localeHere(): string {
	const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
	return `${locale} ${timeZone}`;
}

/** The random key of this cache. Digests are made with it, so that secrets in code cannot be guessed from them. */
export function keyIn(file: URL): string {
	const existing = readSealed(file);
	if (existing) return String(existing);
	const key = randomBytes(32).toString('hex');
	mkdirSync(new URL('./', file), { recursive: true });
	writeFileSync(file, seal(key), { mode: 0o600 });
	return key;
}

export const cacheFiles = (cacheDir: URL) => ({
	state: new URL('astro-keep/pages.state', cacheDir),
	/** The folder with the copies of pages. */
	copies: new URL('astro-keep/pages/', cacheDir),
	checks: new URL('astro-keep/checks.json', cacheDir),
	/** A digest of what made the entries of Astro's data store. */
	content: new URL('astro-keep/content', cacheDir),
	/** A digest of what made the optimized images that Astro has cached. */
	images: new URL('astro-keep/images', cacheDir),
	/** Why the last build has rendered nearly all pages. */
	cause: new URL('astro-keep/cause', cacheDir),
	key: new URL('astro-keep/key', cacheDir),
});
