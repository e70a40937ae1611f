import { button, find, make } from './dom.js';

/**
 * Asks in a dialog. If an action fails, the dialog stays, and says why.
 *
 * @param actions by the labels of their buttons. The Enter key runs the first one.
 */
export function ask(title: string, content: Node[], actions: Record<string, () => Promise<unknown>>): void {
	const dialog = find<HTMLDialogElement>('dialog');
	const why = make('p', { className: 'note' });
	why.setAttribute('role', 'alert');
	const run = async (action: () => Promise<unknown>) => {
		try {
			await action();
			// It may have opened another dialog.
			if (form.isConnected) dialog.close();
		} catch (error) {
			why.textContent = error instanceof Error ? error.message : String(error);
		}
	};
	const buttons = Object.entries(actions).map(([label, action]) => button(label, () => void run(action)));
	const cancel = button('Cancel', () => dialog.close());
	const form = make('form', {}, ...content, why, make('div', { className: 'actions' }, ...buttons, cancel));
	for (const first of buttons.slice(0, 1)) first.type = 'submit';
	form.addEventListener('submit', (event) => event.preventDefault());
	dialog.replaceChildren(make('h2', { id: 'dialog-title', textContent: title }), form);
	dialog.showModal();
}
