/** A smooth field of values between -1 and 1, in three octaves; one unit of x or y is the size of its largest features. */
export function noiseFrom(random: () => number): (x: number, y: number) => number {
	const size = 64;
	const lattice = Array.from({ length: size * size }, () => random() * 2 - 1);
	const at = (x: number, y: number) => lattice[(y & (size - 1)) * size + (x & (size - 1))] ?? 0;
	const smooth = (part: number) => part ** 3 * (part * (part * 6 - 15) + 10);

	const octave = (x: number, y: number) => {
		const left = Math.floor(x);
		const top = Math.floor(y);
		const u = smooth(x - left);
		const v = smooth(y - top);
		const upper = at(left, top) * (1 - u) + at(left + 1, top) * u;
		const lower = at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u;
		return upper * (1 - v) + lower * v;
	};

	return (x, y) =>
		(octave(x, y) + octave(x * 2.1 + 7, y * 2.1 + 3) / 2 + octave(x * 4.3 + 19, y * 4.3 + 11) / 4) / 1.75;
}
