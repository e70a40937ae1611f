import { noiseFrom } from './noise.js';

const lies = ['river', 'estuary', 'sound', 'fjord', 'lake', 'island'] as const;

/** The lie of the water. */
export type Lie = (typeof lies)[number];

/** The lie that an article's `chart` field names. */
export const lieOf = (name: string): Lie => lies.find((lie) => lie === name) ?? 'sound';

/** Size of every chart in its own units. */
export const chartWidth = 1200;
export const chartHeight = 600;

export interface Terrain {
	/** Metres above the water at a point of the chart; below zero, depth. */
	height: (x: number, y: number) => number;
	/** Where the ferry puts off from, in the water, and in which direction its two landings are to be looked for. */
	middle: { x: number; y: number };
	direction: { x: number; y: number };
}

/** Ground around some water, different for every seed. */
export function terrainOf(lie: Lie, random: () => number): Terrain {
	const noise = noiseFrom(random);
	const rough = (x: number, y: number) => noise(x / 190, y / 190);
	const middle = { x: 560 + random() * 80, y: 270 + random() * 60 };
	const turn = (random() - 0.5) * 0.9;

	if (lie === 'lake' || lie === 'island') {
		const sign = lie === 'lake' ? 1 : -1;
		const center = lie === 'lake' ? middle : { x: 800, y: 300 };
		const radius = lie === 'lake' ? { x: 275, y: 195 } : { x: 170, y: 120 };
		const shore = { x: 330 + random() * 60, turn: (random() - 0.5) * 0.5 };
		const height = (x: number, y: number) => {
			const away = Math.hypot((x - center.x) / radius.x, (y - center.y) / radius.y) - 1;
			const round = sign * away * 20 + rough(x, y) * 9;
			if (lie === 'lake') return round;
			const mainland = (shore.x - x - (y - 300) * shore.turn) * 0.07 + rough(x + 900, y) * 11;
			return Math.max(round, mainland);
		};
		return {
			height,
			middle: lie === 'lake' ? middle : { x: 520, y: 300 },
			direction: lie === 'lake' ? { x: Math.cos(turn), y: Math.sin(turn) } : { x: 1, y: 0 },
		};
	}

	// A channel: straight in the turned coordinates (along, across), then bent by a meander and widened.
	const upright = lie === 'sound' || lie === 'fjord';
	const angle = (upright ? Math.PI / 2 : 0) + turn * (upright ? 0.7 : 1);
	const along = { x: Math.cos(angle), y: Math.sin(angle) };
	const across = { x: -along.y, y: along.x };
	const half = { river: 96, estuary: 125, sound: 230, fjord: 120 }[lie];
	const steep = { river: 0.09, estuary: 0.05, sound: 0.075, fjord: 0.2 }[lie];
	const roughness = { river: 3.5, estuary: 6, sound: 15, fjord: 9 }[lie];
	const bend = { river: 85, estuary: 40, sound: 20, fjord: 70 }[lie];
	const phase = random() * Math.PI * 2;
	const mouth = lie === 'estuary' ? (random() < 0.5 ? -0.17 : 0.17) : 0;
	const height = (x: number, y: number) => {
		const u = (x - middle.x) * along.x + (y - middle.y) * along.y;
		const v = (x - middle.x) * across.x + (y - middle.y) * across.y;
		const meander = bend * (Math.sin(u / 190 + phase) - Math.sin(phase));
		const width = Math.max(half * 0.45, half + u * mouth);
		return (Math.abs(v - meander) - width) * steep + rough(x, y) * roughness;
	};
	return { height, middle, direction: across };
}
