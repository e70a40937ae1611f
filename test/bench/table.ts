/** Rows as lines with their columns under each other: the first to the left, the others to the right. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
	const widths = headings.map((heading, column) =>
		Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (cells: readonly string[]) =>
		widths
			.map((width, column) => cells[column]?.[column === 0 ? 'padEnd' : 'padStart'](width))
			.join('  ')
			.trimEnd();
	return [line(headings), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** The number that a part of some numbers is not above: 0.5 gives the median. */
export const quantile = (numbers: readonly number[], part: number): number =>
	numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length * part) - 1)] ?? Number.NaN;

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

export const seconds = (ms: number): string =>
	Number.isNaN(ms) ? '-' : ms < 995 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

export const ratio = (ms: number, to: number): string => `${(ms / to).toFixed(2)} x`;

export const count = (number: number): string => Math.round(number).toLocaleString('en');
