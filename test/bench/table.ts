/** Rows as lines with their columns under each other: the first to the left, the others to the right. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
	const widths = headings.map((heading, column) =>
		Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (cells: readonly string[]) =>
		widths
			.map((width, column) => {
				const cell = cells[column] ?? '';
				return column === 0 ? cell.padEnd(width) : cell.padStart(width);
			})
			.join('  ')
			.trimEnd();
	return [line(headings), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

/** The median of some numbers. */
export function median(numbers: readonly number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
	const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
	return (upper + lower) / 2;
}

export const seconds = (ms: number): string =>
	Number.isNaN(ms) ? '-' : ms < 995 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

export const ratio = (ms: number, to: number): string => {
	const value = ms / to;
	return Number.isNaN(value) ? '-' : `${value.toFixed(2)} x`;
};

export const megabytes = (mb: number): string => (Number.isNaN(mb) ? '-' : String(Math.round(mb)));

export const count = (number: number): string => Math.round(number).toLocaleString('en');
