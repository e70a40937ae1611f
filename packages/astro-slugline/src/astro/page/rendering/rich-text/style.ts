const color =
	/^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|var\(--[\w-]+\)|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([\d\s.,%/+-]*(?:deg|turn|rad)?[\d\s.,%/+-]*\))$/i;

/** A colour that can be nothing else; undefined for any other text. */
export const safeColor = (value: unknown): string | undefined =>
	typeof value === 'string' && value.length < 80 && color.test(value.trim()) ? value.trim() : undefined;

const alignments = new Set(['left', 'center', 'right', 'justify', 'start', 'end']);

/** A text alignment; undefined for any other text, and for the usual one. */
export const safeAlignment = (value: unknown): string | undefined =>
	typeof value === 'string' && alignments.has(value) ? value : undefined;

/** A `style` of the declarations that have a value; undefined without any. */
export function styleOf(declarations: Record<string, string | undefined>): string | undefined {
	const given = Object.entries(declarations).filter(([, value]) => value !== undefined);
	return given.length > 0 ? given.map(([name, value]) => `${name}: ${value}`).join('; ') : undefined;
}
