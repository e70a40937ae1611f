const color =
	/^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|var\(--[\w-]+\)|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([\d\s.,%/+-]*(?:(?:deg|turn|rad)[\d\s.,%/+-]*)?\))$/i;

/** A valid CSS color; undefined for any other value. */
export const safeColor = (value: unknown): string | undefined =>
	typeof value === 'string' && value.length < 80 && color.test(value.trim()) ? value.trim() : undefined;

const alignments = new Set(['left', 'center', 'right', 'justify', 'start', 'end']);

/** A valid text alignment; undefined for any other value. */
export const safeAlignment = (value: unknown): string | undefined =>
	typeof value === 'string' && alignments.has(value) ? value : undefined;

/** A `style` with the declarations that have a value; undefined if there are none. */
export function styleOf(declarations: Record<string, string | undefined>): string | undefined {
	const given = Object.entries(declarations).filter(([, value]) => value !== undefined);
	return given.length > 0 ? given.map(([name, value]) => `${name}: ${value}`).join('; ') : undefined;
}
