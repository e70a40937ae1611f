import { oneLine } from 'astro-keep/shared/text/printable';

/** Why a text is not JSON, with the place; undefined if it is. @example 'Unexpected end of JSON input' */
export function jsonProblem(text: string): string | undefined {
	try {
		JSON.parse(text);
		return undefined;
	} catch (error) {
		return oneLine((error as Error).message).replace(
			/ in JSON at position \d+ \(line (\d+) column (\d+)\)$/,
			' at line $1, column $2',
		);
	}
}
