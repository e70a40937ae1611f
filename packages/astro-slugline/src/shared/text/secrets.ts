import { oneLine } from 'astro-keep/shared/text/printable';

/** Removes secrets from everything that people may see. */
export type Secrets = ReturnType<typeof createSecrets>;

/** Shorter values could be parts of ordinary words. */
const minSecretLength = 4;

/** Characters of a parameter to show. Lists of uuids are long. */
const maxParameterLength = 80;

/** Creates functions that remove these values, also in encoded form, from what people may see. */
export function createSecrets(values: readonly string[]) {
	const forms = values
		.filter((value) => value.length >= minSecretLength)
		.flatMap((value) => [
			value,
			encodeURIComponent(value),
			String(new URLSearchParams({ a: value })).slice(2),
		]);
	const hide = (text: string) => forms.reduce((hidden, form) => hidden.replaceAll(form, '[secret]'), text);
	return {
		/** The address without `token`, user, and password, and with long values shortened. */
		address(url: string) {
			const shown = new URL(url);
			shown.username = '';
			shown.password = '';
			shown.searchParams.delete('token');
			for (const [name, value] of [...shown.searchParams]) {
				if (value.length > maxParameterLength)
					shown.searchParams.set(name, `${value.slice(0, maxParameterLength)}…`);
			}
			const readable = shown.href
				.replaceAll('%5B', '[')
				.replaceAll('%5D', ']')
				.replaceAll('%2C', ',')
				.replaceAll('%E2%80%A6', '…');
			return hide(readable);
		},
		/**
		 * The text on one line, with every secret replaced.
		 *
		 * @param maxLength characters of the result at maxLength. Default: 300
		 */
		text(text: string, maxLength: number = 300) {
			const line = oneLine(hide(text)).trim();
			return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
		},
		/** The error itself. If it, its stack, or its causes contain a secret: a copy without them. */
		cause(error: unknown) {
			if (!(error instanceof Error)) return undefined;
			const everything = causes(error).map((one) => `${one.message}\n${one.stack}`);
			if (everything.every((text) => hide(text) === text)) return error;
			return new Error(hide(error.message));
		},
		with: (more: readonly string[]) => createSecrets([...values, ...more]),
	};
}

/** The error, its cause, the cause of that, and so on, including the parts of aggregate errors. */
export function causes(error: unknown, depth = 0): Error[] {
	if (!(error instanceof Error) || depth > 5) return [];
	const parts = error instanceof AggregateError ? error.errors : [];
	return [error, ...[error.cause, ...parts].flatMap((one) => causes(one, depth + 1))];
}
