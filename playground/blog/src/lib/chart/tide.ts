import { randomFrom } from './random.js';

export interface TideCurve {
	/** Path data of the curve, from the left edge to the right one. */
	path: string;
	/** Moments at which the water turns. */
	turns: { x: number; y: number; high: boolean }[];
}

/** Two days of tide that belong to a text: a main and a lesser wave, the one a little longer than the other. */
export function tideOf(seed: string, width: number, height: number): TideCurve {
	const random = randomFrom(`${seed} tide`);
	const phase = random() * Math.PI * 2;
	const lesser = 0.14 + random() * 0.16;
	const days = 2;
	const level = (x: number) => {
		const hours = (x / width) * days * 24;
		return (
			Math.sin((hours / 12.42) * Math.PI * 2 + phase) +
			lesser * Math.sin((hours / 24.84) * Math.PI * 2 + phase)
		);
	};
	const y = (x: number) => Math.round((height / 2) * (1 - (level(x) / (1 + lesser)) * 0.86) * 10) / 10;

	const step = width / 96;
	const points = Array.from({ length: 97 }, (_, index) => Math.round(index * step * 10) / 10);
	const turns = points.slice(1, -1).flatMap((x) => {
		const [before, here, after] = [level(x - step), level(x), level(x + step)];
		const high = here >= before && here > after;
		const low = here <= before && here < after;
		return high || low ? [{ x, y: y(x), high }] : [];
	});
	return { path: points.map((x, index) => `${index ? 'L' : 'M'}${x} ${y(x)}`).join(''), turns };
}
