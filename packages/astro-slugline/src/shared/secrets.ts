import { oneLine } from './printable.js';

/** Hides secrets in what people may see. */
export interface Secrets {
	/** The address without `token`, user and password, long values cut short. */
	address(url: string): string;
	/** The text on one line, at most so many characters (300), with every secret replaced. */
	text(text: string, most?: number): string;
	/** The error itself, or where it, its stack or its causes hold a secret, a copy without them. */
	cause(error: unknown): unknown;
	/** These secrets and some more. */
	with(values: readonly string[]): Secrets;
}

/** A shorter value could be a part of ordinary words. */
const shortest = 4;

/** Characters of a parameter that are shown: lists of uuids are long. */
const longest = 80;

export function createSecrets(values: readonly string[]): Secrets {
	const forms = values
		.filter((value) => value.length >= shortest)
		.flatMap((value) => [
			value,
			encodeURIComponent(value),
			String(new URLSearchParams({ a: value })).slice(2),
		]);
	const hide = (text: string) => forms.reduce((hidden, form) => hidden.replaceAll(form, '[secret]'), text);
	return {
		address(url) {
			const shown = new URL(url);
			shown.username = '';
			shown.password = '';
			shown.searchParams.delete('token');
			for (const [name, value] of [...shown.searchParams]) {
				if (value.length > longest) shown.searchParams.set(name, `${value.slice(0, longest)}…`);
			}
			const readable = shown.href
				.replaceAll('%5B', '[')
				.replaceAll('%5D', ']')
				.replaceAll('%2C', ',')
				.replaceAll('%E2%80%A6', '…');
			return hide(readable);
		},
		text(text, most = 300) {
			const line = oneLine(hide(text)).trim();
			return line.length > most ? `${line.slice(0, most - 1)}…` : line;
		},
		cause(error) {
			if (!(error instanceof Error)) return undefined;
			const everything = causes(error).map((one) => `${one.message}\n${one.stack}`);
			if (everything.every((text) => hide(text) === text)) return error;
			return new Error(hide(error.message));
		},
		with: (more) => createSecrets([...values, ...more]),
	};
}

/** The error, its cause, that one's cause, and so on, with the parts of an aggregate. */
export function causes(error: unknown, depth = 0): Error[] {
	if (!(error instanceof Error) || depth > 5) return [];
	const parts = error instanceof AggregateError ? error.errors : [];
	return [error, ...[error.cause, ...parts].flatMap((one) => causes(one, depth + 1))];
}
