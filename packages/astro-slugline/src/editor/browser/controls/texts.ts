import type { Choice } from '../../protocol.js';
import { button, find, make, type Take } from './dom.js';

export function line(value: string, set: Take<string>, values: readonly Choice[] = []): HTMLInputElement {
	const box = make('input', { type: 'text', value });
	box.addEventListener('input', () => set(box.value));
	if (values.length > 0) suggest(box, () => values);
	return box;
}

let count = 0;

/**
 * Suggests values. Any other value can be entered, too.
 *
 * @param name of a list that other boxes have as well
 */
export function suggest(box: HTMLInputElement, values: () => readonly Choice[], name?: string): void {
	count += 1;
	const id = `values-${name ?? count}`;
	const options = () => values().map(({ value, label }) => make('option', { value, label }));
	if (!document.getElementById(id)) find('lists').append(make('datalist', { id }, ...options()));
	box.setAttribute('list', id);
}

export function lines(
	value: string,
	set: (text: string, box: HTMLTextAreaElement) => void,
): HTMLTextAreaElement {
	const box = make('textarea', { value });
	const fit = () => {
		box.rows = Math.min(16, Math.max(3, box.value.split('\n').length + Math.floor(box.value.length / 60)));
	};
	fit();
	box.addEventListener('input', () => {
		fit();
		set(box.value, box);
	});
	return box;
}

export function number(value: number | undefined, set: Take<unknown>): HTMLInputElement {
	const box = make('input', { type: 'number', step: 'any', value: String(value ?? '') });
	box.addEventListener('input', () => {
		const why = isExact(box.value) ? '' : `${inexact}.`;
		box.setCustomValidity(why);
		if (why) set({ 'editor:text': box.value, why });
		else set(box.value === '' ? null : box.valueAsNumber);
	});
	return box;
}

export const inexact = 'The number would be rounded: use fewer digits, or a text';

const decimal = new Intl.NumberFormat('en', { notation: 'scientific', maximumFractionDigits: 100 });

/** False for a number that would be another one when it is stored. */
export const isExact = (text: string): boolean =>
	Number.isFinite(Number(text)) && decimal.format(text as `${number}`) === decimal.format(Number(text));

export function check(value: boolean, set: Take<boolean>): HTMLInputElement {
	const box = make('input', { type: 'checkbox', checked: value });
	box.addEventListener('change', () => set(box.checked));
	return box;
}

/** A date, or a date and time: `2026-01-31`, `2026-01-31 09:00`. */
export function date(value: string, hasTime: boolean, set: Take<string>): HTMLInputElement {
	const box = make('input', { type: hasTime ? 'datetime-local' : 'date' });
	box.value = hasTime ? value.replace(' ', 'T').slice(0, 16).padEnd(16, 'T00:00') : value;
	box.addEventListener('input', () => set(box.value.replace('T', ' ')));
	return box;
}

/** True if a date control can show the text. */
export const isDate = (value: string): boolean =>
	value === '' || /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2})?$/.test(value);

/** The markers that the buttons put around the selection, or before its lines. */
const marks: [name: string, before: string, after: string][] = [
	['Bold', '**', '**'],
	['Italic', '_', '_'],
	['Link', '[', '](https://)'],
	['Heading', '## ', ''],
	['List', '- ', ''],
];

/** A text area for Markdown, with buttons that insert its markers. */
export function marked(name: string, value: string, set: Parameters<typeof lines>[1]) {
	const box = lines(value, set);
	const bar = make('div', { className: 'marks' });
	bar.setAttribute('role', 'toolbar');
	bar.setAttribute('aria-label', `Marks of ${name}`);
	for (const [label, before, after] of marks)
		bar.append(button(label, () => put(box, before, after), `${label} in ${name}`));
	const keys: Record<string, [string, string]> = { b: ['**', '**'], i: ['_', '_'] };
	box.addEventListener('keydown', (event) => {
		if (event.key === 'Enter' && !event.shiftKey && !event.isComposing && nextItem(box))
			event.preventDefault();
		const marks = event.ctrlKey || event.metaKey ? keys[event.key] : undefined;
		if (!marks) return;
		event.preventDefault();
		put(box, ...marks);
	});
	return { box, bar };
}

function put(box: HTMLTextAreaElement, before: string, after: string): void {
	const { selectionStart: start, selectionEnd: end, value } = box;
	const from = after === '' ? value.lastIndexOf('\n', start - 1) + 1 : start;
	// Signs around nothing would be a line in Markdown. What is typed next replaces the word.
	const chosen = value.slice(from, end) || (after === '' ? '' : 'text');
	const text = after === '' ? chosen.replace(/^/gm, before) : before + chosen + after;
	box.setRangeText(text, from, end, 'end');
	box.focus();
	if (after !== '' && start === end)
		box.setSelectionRange(start + before.length, start + before.length + chosen.length);
	box.dispatchEvent(new Event('input'));
}

/** Begins the next item of a list after the one at the caret. After an empty item, the list ends. @returns false outside of lists */
function nextItem(box: HTMLTextAreaElement): boolean {
	const { selectionStart: start, selectionEnd: end, value } = box;
	const from = value.lastIndexOf('\n', start - 1) + 1;
	const [item, before = '', text] = /^(\s*(?:[-*+]|\d+[.)]) +)(.*)/.exec(value.slice(from, start)) ?? [];
	if (item === undefined || start !== end) return false;
	const next = before.replace(/\d+/, (number) => String(Number(number) + 1));
	const isEmpty = text === '' && value.slice(end).split('\n', 1)[0]?.trim() === '';
	if (isEmpty) box.setRangeText('', from, end, 'end');
	else box.setRangeText(`\n${next}`, start, end, 'end');
	box.dispatchEvent(new Event('input'));
	return true;
}
