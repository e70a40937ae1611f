import { caretIn, putCaret } from './rich-text/field.js';

/** Draws a form again. The control that has the focus keeps it, with its caret, wherever its field stands then. */
export function keepFocus(form: HTMLElement, draw: () => void): void {
	const active = document.activeElement;
	const [key] = [...controlsOf(form)].find(([, control]) => control === active) ?? [];
	const caret = caretIn(active);
	const text = isText(active) ? { before: active.value, at: active.selectionStart } : undefined;
	draw();
	const control = key === undefined ? undefined : controlsOf(form).get(key);
	control?.focus();
	putCaret(control, caret);
	if (!control || !text || !isText(control) || text.at === null || control.selectionStart === null) return;
	const isAfter = control.value.startsWith(text.before.slice(0, text.at));
	const at = isAfter ? text.at : Math.max(0, text.at + control.value.length - text.before.length);
	control.setSelectionRange(at, at);
}

const isText = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
	element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** The controls of a form by the names of the fields that they are in, and their places there. */
function controlsOf(form: HTMLElement): Map<string, HTMLElement> {
	const found = new Map<string, HTMLElement>();
	for (const control of form.querySelectorAll<HTMLElement>(
		'input, textarea, select, button, [contenteditable=true]',
	)) {
		const names: string[] = [];
		for (let at: HTMLElement | null = control; at && at !== form; at = at.parentElement)
			names.push(at.dataset['field'] ?? at.dataset['uid'] ?? '');
		let place = 0;
		while (found.has(`${names.join('/')} ${place}`)) place += 1;
		found.set(`${names.join('/')} ${place}`, control);
	}
	return found;
}
