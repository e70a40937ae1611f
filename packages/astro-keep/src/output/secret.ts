/** A value that must stay on this machine and the server. */
export interface Secret {
	/** What has it. @example 'the variable TOKEN' */
	name: string;
	value: string;
	/** What to do if it is in the output. */
	hint: string;
	/** True for a token of a folder, which is another one in each build until a server stores it. */
	mayChange?: boolean;
}

/** The forms in which a value may occur in a file: as it is, and as JSON, HTML, URLs, and Base64 write it. */
export function formsOf(value: string): Set<string> {
	const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	const base64 = [0, 1, 2].map((before) => base64Within(value, before));
	return new Set([
		...[value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)],
		...[String(new URLSearchParams({ a: value })).slice(2), html],
		...[html.replaceAll("'", '&#39;').replaceAll('"', '&#34;'), html.replaceAll('"', '&quot;')],
		...[...base64, ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))],
	]);
}

/**
 * The Base64 of a value within that of a longer text, without the characters that depend on what is around it.
 *
 * @param before bytes of the text before the value, modulo 3
 */
function base64Within(value: string, before: number): string {
	const bytes = Buffer.from(`${'-'.repeat(before)}${value}`);
	const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
	return whole.toString('base64').slice(Math.ceil((before * 8) / 6));
}
