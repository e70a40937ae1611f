import type { Parsed } from '../filter/index.js';
import { toMoment } from '../filter/index.js';
import { badRequest, RefusedRequest, unprocessable } from '../http/answers.js';

/** The query of a request, read with the service's refusals. Of a parameter that stands twice, the last counts. */
export interface Parameters {
	readonly all: URLSearchParams;
	/** Undefined where the parameter is absent or empty. */
	text(name: string): string | undefined;
	/** The parts of a comma list, without empty ones; undefined where the parameter is absent. */
	list(name: string): string[] | undefined;
	/** A whole number; refused with 400 where it is none, with 422 where it is out of range. */
	integer(name: string, range: { min?: number; max?: number }): number | undefined;
	/** `1`, `true`, `0`, `false`. */
	flag(name: string): boolean | undefined;
	/** Milliseconds of `YYYY-MM-DD HH:MM` or an ISO moment. */
	moment(name: string): number | undefined;
}

/**
 * Reads a query string.
 *
 * @throws {RefusedRequest} if it is malformed: a broken percent sequence, bytes that are no UTF-8, a null character
 */
export function readParameters(search: string): Parameters {
	checkEncoding(search);
	const all = new URLSearchParams(search);
	const text = (name: string) => {
		const value = all.getAll(name).at(-1);
		return value === undefined || value === '' ? undefined : value;
	};
	return {
		all,
		text,
		list: (name) =>
			all.has(name)
				? (text(name) ?? '')
						.split(',')
						.map((part) => part.trim())
						.filter((part) => part !== '')
				: undefined,
		integer(name, { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }) {
			const value = text(name);
			if (value === undefined) return undefined;
			if (!/^[-+]?\d+$/.test(value)) throw badRequest(`${name} must be an integer`);
			const number = Number(value);
			if (number < min) throw unprocessable(`${name} must be greater than or equal to ${min}`);
			if (number > max) throw unprocessable(`${name} must be less than or equal to ${max}`);
			return number;
		},
		flag(name) {
			const value = text(name);
			if (value === undefined) return undefined;
			if (value === '1' || value === 'true') return true;
			if (value === '0' || value === 'false') return false;
			throw badRequest(`${name} must be 0 or 1`);
		},
		moment(name) {
			const value = text(name);
			if (value === undefined) return undefined;
			const moment = toMoment(value);
			if (moment === undefined) throw badRequest(`${name} must be a date of the form YYYY-MM-DD HH:MM`);
			return moment;
		},
	};
}

function checkEncoding(search: string): void {
	try {
		if (!decodeURIComponent(search.replaceAll('+', ' ')).includes('\0')) return;
	} catch {
		throw badRequest('The query is malformed');
	}
	throw badRequest('The query contains a null character');
}

/**
 * The value that was read.
 *
 * @throws {RefusedRequest} with the refusal in its place
 */
export function accepted<T>(parsed: Parsed<T>): T {
	if (parsed.ok) return parsed.value;
	throw new RefusedRequest(parsed.refusal.status, parsed.refusal.body);
}
