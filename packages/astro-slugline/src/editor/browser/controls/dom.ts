/** Stores a value, and reports the change to the page. */
export type Take<Value> = (next: Value) => void;

let count = 0;

export const find = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;

export function make<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	properties: Partial<HTMLElementTagNameMap[Name]> = {},
	...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
	const element = Object.assign(document.createElement(name), properties);
	element.append(...children);
	return element;
}

export function button(label: string, run: () => void, name = label): HTMLButtonElement {
	const element = make('button', { type: 'button', textContent: label });
	if (name !== label) element.setAttribute('aria-label', name);
	element.addEventListener('click', run);
	return element;
}

/** A control with its name above it, or beside it for a checkbox. Additional elements follow below. */
export function labelled(name: string, control: HTMLElement, ...more: HTMLElement[]): HTMLElement {
	const label = make('label', { textContent: name });
	count += 1;
	control.id = `field-${count}`;
	label.htmlFor = control.id;
	const isBox = control instanceof HTMLInputElement && control.type === 'checkbox';
	return make(
		'div',
		{ className: isBox ? 'field check' : 'field' },
		...(isBox ? [control, label] : [label, control]),
		...more,
	);
}

export const fieldset = (name: string, ...children: HTMLElement[]): HTMLFieldSetElement =>
	make('fieldset', {}, make('legend', { textContent: name }), ...children);

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Makes buttons one tab stop, among which the arrow keys move. */
export function rove(parent: HTMLElement, selected: string): void {
	const buttons = [...parent.querySelectorAll<HTMLElement>('button')];
	const stop = buttons.find((one) => one.matches(selected)) ?? buttons[0];
	for (const one of buttons) one.tabIndex = one === stop ? 0 : -1;
	parent.onkeydown = ({ key, target }) => {
		const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
		const next = by === undefined ? undefined : buttons[buttons.indexOf(target as HTMLElement) + by];
		next?.focus();
		if (by !== undefined) return false;
		return undefined;
	};
}
