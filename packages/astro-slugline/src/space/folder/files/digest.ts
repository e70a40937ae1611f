import { hash } from 'node:crypto';

/** SHA-1 of texts, in hexadecimal. The boundaries between texts count. */
export const digestOf = (...texts: readonly string[]): string =>
	hash('sha1', texts.length === 1 ? (texts[0] ?? '') : JSON.stringify(texts), 'hex');

/** A uuid derived from a name, the same on every machine and in every run. */
export function uuidOf(name: string): string {
	const hex = digestOf(`uuid ${name}`);
	const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
	// Joined instead of concatenated: a folder has hundreds of thousands of uuids, and concatenated strings
	// take ten times the memory.
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		`5${hex.slice(13, 16)}`,
		variant + hex.slice(17, 20),
		hex.slice(20, 32),
	].join('-');
}

/** A positive id below 2^53, derived from a name. */
export const idOf = (name: string): number => 1 + numberOf(`id ${name}`, 2 ** 52 - 1);

/** A whole number from 0 up to but not including `end`, derived from a name. */
export const numberOf = (name: string, end: number): number =>
	Number.parseInt(digestOf(name).slice(0, 13), 16) % end;
