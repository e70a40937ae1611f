type Point = readonly [number, number];

/**
 * The outline of everything that lies above a level, as SVG path data of closed, smoothed rings (for `fill-rule="evenodd"`).
 * The field counts as low outside of the frame, so rings that reach the edge close just outside of it.
 */
export function outlineAbove(
	height: (x: number, y: number) => number,
	level: number,
	frame: { width: number; height: number; step: number },
): string {
	const { step } = frame;
	const columns = Math.ceil(frame.width / step) + 3;
	const rows = Math.ceil(frame.height / step) + 3;
	const values = Array.from({ length: columns * rows }, (_, index) => {
		const column = index % columns;
		const row = Math.floor(index / columns);
		const edge = column === 0 || row === 0 || column === columns - 1 || row === rows - 1;
		return edge ? -1 : height((column - 1) * step, (row - 1) * step) - level;
	});
	const value = (column: number, row: number) => values[row * columns + column] ?? -1;

	/** Where the outline crosses the grid line between two neighbouring points. */
	const crossing = (fromColumn: number, fromRow: number, toColumn: number, toRow: number): Point => {
		const a = value(fromColumn, fromRow);
		const b = value(toColumn, toRow);
		const part = a === b ? 0.5 : a / (a - b);
		return [
			(fromColumn - 1 + (toColumn - fromColumn) * part) * step,
			(fromRow - 1 + (toRow - fromRow) * part) * step,
		];
	};

	// Marching squares. Each segment starts and ends on a grid line; the lines' names join segments into rings.
	const next = new Map<string, { to: string; at: Point }>();
	for (let row = 0; row < rows - 1; row++) {
		for (let column = 0; column < columns - 1; column++) {
			const corners = [
				[column, row],
				[column + 1, row],
				[column + 1, row + 1],
				[column, row + 1],
			] as const;
			const sides = corners.map((corner, side) => {
				const other = corners[(side + 1) % 4] ?? corner;
				const [first, second] = side < 2 ? [corner, other] : [other, corner];
				return {
					name: `${first.join()} ${second.join()}`,
					enters: value(...corner) <= 0 && value(...other) > 0,
					leaves: value(...corner) > 0 && value(...other) <= 0,
					at: () => crossing(first[0], first[1], second[0], second[1]),
				};
			});
			for (const [side, start] of sides.entries()) {
				if (!start.leaves) continue;
				const end = [1, 2, 3].map((turn) => sides[(side + turn) % 4]).find((other) => other?.enters);
				if (end) next.set(start.name, { to: end.name, at: start.at() });
			}
		}
	}

	const paths: string[] = [];
	for (const start of next.keys()) {
		const ring: Point[] = [];
		for (let name: string | undefined = start, link = next.get(start); name && link; link = next.get(name)) {
			next.delete(name);
			ring.push(link.at);
			name = link.to;
		}
		if (ring.length > 4) paths.push(smoothRing(ring));
	}
	return paths.join('');
}

/** A closed ring through the middles of its edges, with its points as the curves' handles. */
function smoothRing(ring: readonly Point[]): string {
	const middles = ring.map((point, index): Point => {
		const other = ring[(index + 1) % ring.length] ?? point;
		return [(point[0] + other[0]) / 2, (point[1] + other[1]) / 2];
	});
	const round = ([x, y]: Point): Point => [Math.round(x), Math.round(y)];
	let here = round(middles.at(-1) ?? [0, 0]);
	const from = ([x, y]: Point) => `${x - here[0]} ${y - here[1]}`;
	let path = `M${here.join(' ')}`;
	for (const [index, point] of ring.entries()) {
		const middle = round(middles[index] ?? point);
		path += `q${from(round(point))} ${from(middle)}`;
		here = middle;
	}
	return `${path.replaceAll(' -', '-')}z`;
}
