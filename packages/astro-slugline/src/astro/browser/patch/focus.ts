/** Returns a function that restores the focus if moving a node has removed it. */
export function keepFocus(live: Document): () => void {
	// A frame without the focus must not take it from the editor.
	const focused = live.hasFocus() ? live.activeElement : null;
	const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
	const selection = isField ? [focused.selectionStart, focused.selectionEnd] : [];
	return () => {
		if (!(focused instanceof HTMLElement) || focused === live.body) return;
		if (live.activeElement === focused || !focused.isConnected) return;
		focused.focus({ preventScroll: true });
		const [start, end] = selection;
		if (isField && typeof start === 'number') focused.setSelectionRange(start, end ?? start);
	};
}
