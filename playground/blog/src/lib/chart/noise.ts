/** A smooth field of values between about -1 and 1, in three octaves; one unit of x or y is the size of its largest features. */
export function noiseFrom(random: () => number): (x: number, y: number) => number {
	const size = 32;
	const slopes = Array.from({ length: size * size }, () => {
		const angle = random() * Math.PI * 2;
		return { x: Math.cos(angle), y: Math.sin(angle) };
	});
	const smooth = (part: number) => part ** 3 * (part * (part * 6 - 15) + 10);
	/** What the slope at one corner of the lattice gives at a point. */
	const from = (column: number, row: number, x: number, y: number) => {
		const slope = slopes[(row & (size - 1)) * size + (column & (size - 1))];
		return slope ? slope.x * (x - column) + slope.y * (y - row) : 0;
	};

	const octave = (x: number, y: number) => {
		const left = Math.floor(x);
		const top = Math.floor(y);
		const u = smooth(x - left);
		const v = smooth(y - top);
		const upper = from(left, top, x, y) * (1 - u) + from(left + 1, top, x, y) * u;
		const lower = from(left, top + 1, x, y) * (1 - u) + from(left + 1, top + 1, x, y) * u;
		return (upper * (1 - v) + lower * v) * 1.5;
	};

	return (x, y) =>
		octave(x, y) + octave(x * 2.1 + 7, y * 2.1 + 3) * 0.45 + octave(x * 4.3 + 19, y * 4.3 + 11) * 0.16;
}
