/** Schemes that open a page, message, call, or file, and never run code. */
export const safeSchemes: ReadonlySet<string> = new Set([
	...['http', 'https', 'ftp', 'ftps', 'mailto', 'tel', 'sms', 'callto', 'geo', 'webcal', 'xmpp', 'matrix'],
	'whatsapp',
]);

/** Characters that browsers drop from addresses, or that are invisible. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const escaped = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|quot|colon|tab|newline|lpar|nbsp));?/gi;
const named: Record<string, string> = {
	...{ amp: '&', quot: '"', colon: ':', tab: '\t', newline: '\n', lpar: '(', nbsp: ' ' },
};

/** Text without the entities that addresses may have. */
function plainText(text: string): string {
	return text.replace(escaped, (all, decimal?: string, hex?: string, name?: string) => {
		if (name) return named[name.toLowerCase()] ?? all;
		const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
		return code <= 0x10ffff ? String.fromCodePoint(code) : all;
	});
}

/**
 * The scheme that a browser would see, even through entities, spaces, and control characters. Undefined
 * without a scheme.
 */
export function schemeOf(address: string): string | undefined {
	const seen = plainText(plainText(address)).replace(invisible, '').replace(/\s/g, '');
	return /^([^/?#\\:]*):/.exec(seen)?.[1]?.toLowerCase();
}

/** Characters that end an attribute, a CSS `url()`, or an address in running text. */
const unsafe = /[\s"'<>`{}|^]/g;
const encode = (character: string): string => (character === "'" ? '%27' : encodeURIComponent(character));

/**
 * Makes an address from an editor safe for `href` and `src`: trimmed, without control characters, and with
 * quotes and spaces encoded. Undefined if it is empty or has a scheme that is not known to be harmless, such
 * as `javascript:`.
 */
export function safeAddress(address: string): string | undefined {
	const shown = address.replace(invisible, '').trim();
	if (shown === '') return undefined;
	const scheme = schemeOf(shown);
	if (scheme !== undefined && !safeSchemes.has(scheme)) return undefined;
	return shown.replace(unsafe, encode);
}
