import { labelled, make, type Take } from './controls/dom.js';
import { inexact, isExact, lines } from './controls/texts.js';
import { isUnread } from './problems.js';

/** A value as JSON. Text that is not valid JSON is kept as typed, and the story cannot be saved. */
export function source(name: string, value: unknown, set: Take<unknown>): HTMLElement {
	const why = make('small', { className: 'note', textContent: isUnread(value) ? value.why : '' });
	const text = isUnread(value) ? value['editor:text'] : JSON.stringify(value, null, 2);
	const box = lines(text, (next) => {
		const read = readJson(next);
		why.textContent = isUnread(read) ? read.why : '';
		set(read);
	});
	return labelled(`${name} (JSON)`, box, why);
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text, (_, value: unknown, context?: { source?: string }) => {
			if (typeof value === 'number' && !isExact(context?.source ?? '0')) throw new Error(inexact);
			return value;
		});
	} catch (error) {
		return { 'editor:text': text, why: `This is not JSON. ${String(error).replace(/^\w*Error: /, '')}.` };
	}
}
