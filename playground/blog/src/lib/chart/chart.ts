import { outlineAbove } from './contours.js';
import { randomFrom } from './random.js';
import { chartHeight, chartWidth, type Lie, terrainOf } from './terrain.js';

export interface Chart {
	/** Path data of what lies above each level, in the order in which it is painted. */
	layers: { name: 'deep' | 'shallow' | 'shoal' | 'drying' | 'land'; path: string }[];
	/** Depths in metres, as a chart prints them. */
	soundings: { x: number; y: number; metres: number; tenths: number }[];
	/** The ferry's track and where it is on it. */
	track: { path: string; boat: { x: number; y: number; degrees: number }; ends: { x: number; y: number }[] };
	/** Houses at the landings, each a small rectangle. */
	houses: { x: number; y: number; width: number; height: number; degrees: number }[];
	/** Lines of equal height on land. */
	relief: string[];
	/** Roads that lead away from the landings. */
	roads: string[];
	/** Woods: small rings, as one path. */
	woods: string;
	/** Where the compass rose has room, if anywhere. */
	rose: { x: number; y: number } | undefined;
}

const levels = [
	['deep', -9],
	['shallow', -5],
	['shoal', -2],
	['drying', -0.6],
	['land', 0.6],
] as const;

const reliefs = [4.5, 9, 14];

/**
 * The imaginary chart that belongs to a text, such as a story's uuid: the same text always gives the same waters.
 *
 * @param step - how finely the ground is looked at; larger is coarser and shorter
 */
export function chartOf(seed: string, lie: Lie, step: number): Chart {
	const random = randomFrom(seed);
	const { height, middle, direction } = terrainOf(lie, random);
	const frame = { width: chartWidth, height: chartHeight, step };

	const landing = (sign: number) => {
		let distance = 10;
		const at = () => ({
			x: middle.x + direction.x * distance * sign,
			y: middle.y + direction.y * distance * sign,
		});
		while (distance < 420 && height(at().x, at().y) < 0) distance += 4;
		return at();
	};
	const from = landing(-1);
	const to = landing(1);
	const set = (random() - 0.5) * 90;
	const bow = { x: (from.x + to.x) / 2 - direction.y * set, y: (from.y + to.y) / 2 + direction.x * set };
	const round = Math.round;

	return {
		layers: levels.map(([name, level]) => ({ name, path: outlineAbove(height, level, frame) })),
		soundings: soundingsIn(height, random, bow),
		track: {
			path: `M${round(from.x)} ${round(from.y)}Q${round(bow.x)} ${round(bow.y)} ${round(to.x)} ${round(to.y)}`,
			boat: {
				x: round((from.x + 2 * bow.x + to.x) / 4),
				y: round((from.y + 2 * bow.y + to.y) / 4),
				degrees: round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI),
			},
			ends: [from, to].map(({ x, y }) => ({ x: round(x), y: round(y) })),
		},
		houses: [
			...housesAt(from, { x: -direction.x, y: -direction.y }, height, random),
			...housesAt(to, direction, height, random),
		],
		relief: reliefs.map((level) => outlineAbove(height, level, frame)),
		roads: [
			roadFrom(from, { x: -direction.x, y: -direction.y }, height, random),
			roadFrom(to, direction, height, random),
		],
		woods: woodsIn(height, random),
		rose: roomiest(height, from, to),
	};
}

function soundingsIn(
	height: (x: number, y: number) => number,
	random: () => number,
	keepClear: { x: number; y: number },
) {
	const soundings: Chart['soundings'] = [];
	for (let row = 0; row < 7; row++) {
		for (let column = 0; column < 13; column++) {
			const x = Math.round(column * 95 + (row % 2) * 45 + random() * 44 + 10);
			const y = Math.round(row * 86 + random() * 40 + 24);
			const depth = -height(x, y);
			if (depth < 1 || Math.hypot(x - keepClear.x, y - keepClear.y) < 45) continue;
			const metres = Math.floor(depth);
			soundings.push({ x, y, metres, tenths: depth < 8 ? Math.floor((depth - metres) * 10) : 0 });
		}
	}
	return soundings;
}

function housesAt(
	landing: { x: number; y: number },
	inland: { x: number; y: number },
	height: (x: number, y: number) => number,
	random: () => number,
) {
	const degrees = Math.round((Math.atan2(inland.y, inland.x) * 180) / Math.PI);
	return Array.from({ length: 11 }, () => {
		const away = 14 + random() * 66;
		const aside = (random() - 0.5) * 110;
		return {
			x: Math.round(landing.x + inland.x * away - inland.y * aside),
			y: Math.round(landing.y + inland.y * away + inland.x * aside),
			width: Math.round(6 + random() * 9),
			height: Math.round(5 + random() * 4),
			degrees: degrees + Math.round((random() - 0.5) * 16),
		};
	}).filter(({ x, y }) => height(x, y) > 1);
}

function roadFrom(
	landing: { x: number; y: number },
	inland: { x: number; y: number },
	height: (x: number, y: number) => number,
	random: () => number,
): string {
	let heading = Math.atan2(inland.y, inland.x);
	let turn = 0;
	const points = [{ x: landing.x + inland.x * 10, y: landing.y + inland.y * 10 }];
	for (let length = 0; length < 60; length++) {
		const last = points.at(-1) ?? landing;
		turn = turn * 0.8 + (random() - 0.5) * 0.09;
		heading += turn;
		const next = { x: last.x + Math.cos(heading) * 14, y: last.y + Math.sin(heading) * 14 };
		const outside = next.x < -20 || next.y < -20 || next.x > chartWidth + 20 || next.y > chartHeight + 20;
		if (outside || (length > 3 && height(next.x, next.y) < 1.6)) break;
		points.push(next);
	}
	return points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${Math.round(x)} ${Math.round(y)}`).join('');
}

function woodsIn(height: (x: number, y: number) => number, random: () => number): string {
	let path = '';
	for (let x = 14; x < chartWidth; x += 27) {
		for (let y = 14; y < chartHeight; y += 25) {
			const at = { x: Math.round(x + random() * 25), y: Math.round(y + random() * 23) };
			const ground = height(at.x, at.y);
			const slope = ground - height(at.x + 40, at.y + 25);
			if (ground > 4 && slope > 1 && random() < 0.75) path += `M${at.x} ${at.y}h6v6h-6z`;
		}
	}
	return path;
}

/** A place for the rose: where the water is widest and deepest, away from the track and the edges. */
function roomiest(
	height: (x: number, y: number) => number,
	from: { x: number; y: number },
	to: { x: number; y: number },
) {
	const around = Array.from({ length: 8 }, (_, index) => (index * Math.PI) / 4);
	const track = Array.from({ length: 9 }, (_, index) => ({
		x: from.x + ((to.x - from.x) * index) / 8,
		y: from.y + ((to.y - from.y) * index) / 8,
	}));
	let best: { x: number; y: number; height: number } | undefined;
	for (let x = 140; x <= chartWidth - 140; x += 40) {
		for (let y = 190; y <= chartHeight - 190; y += 22) {
			if (track.some((point) => Math.hypot(x - point.x, y - point.y) < 150)) continue;
			const highest = Math.max(
				...around.map((angle) => height(x + Math.cos(angle) * 85, y + Math.sin(angle) * 85)),
			);
			if (highest < (best?.height ?? 4)) best = { x, y, height: highest };
		}
	}
	return best;
}
