/**
 * The result of checking an assumption. A detail only contains numbers, statuses, and names of the API, and no content, so that
 * the output can be shared.
 */
export type Verdict =
	| { readonly state: 'agrees' }
	| { readonly state: 'differs' | 'not seen'; readonly detail: string };

export const agrees: Verdict = { state: 'agrees' };

export const differs = (detail: string): Verdict => ({ state: 'differs', detail });

export const notSeen = (detail: string): Verdict => ({ state: 'not seen', detail });

export const judged = (isSo: boolean, detail: string): Verdict => (isSo ? agrees : differs(detail));

/** Names of fields, made safe for a detail: a response could contain any name. */
export const fieldNames = (names: readonly string[]): string => {
	const shown = names.filter((name) => /^[a-z_]{1,30}$/.test(name)).slice(0, 12);
	const others = names.length - shown.length;
	return [...shown.map((name) => `\`${name}\``), ...(others > 0 ? [`${others} more`] : [])].join(', ');
};
