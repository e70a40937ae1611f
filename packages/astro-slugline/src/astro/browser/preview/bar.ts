import type { BlokAction, Breadcrumb, FromEditor, ToEditor } from '../../../preview/index.js';

/** What the editor has said of the space, and of the selected blok. */
export interface Said {
	/** Names of components, as editors see them. */
	names: Record<string, string>;
	canCopy: boolean;
	/** The message that selected the blok; without an action before it has come. */
	message: FromEditor;
}

/** The selected blok, from the editor's last message. */
interface Selected extends FromEditor {
	canCopy: boolean;
	/** The blok's place among its parent's bloks. */
	index: number;
}

const actions: [BlokAction, string, (state: Selected) => boolean | undefined][] = [
	['addBlockBefore', 'Add before', ({ canAddBlocks }) => canAddBlocks],
	['addBlockAfter', 'Add after', ({ canAddBlocks }) => canAddBlocks],
	['duplicateBlock', 'Duplicate', ({ canAddBlocks }) => canAddBlocks],
	['copy', 'Copy', ({ canCopy }) => canCopy],
	['moveForward', 'Move down', ({ canMoveForward }) => canMoveForward],
	['moveBackward', 'Move up', ({ canMoveBackward, index }) => canMoveBackward && index > 0],
	['deleteBlock', 'Delete', ({ canDeleteBlocks }) => canDeleteBlocks],
];

/** Makes the function that shows the path to a blok in a bar, and the blok's actions. */
export function createBar(
	bar: HTMLElement,
	{ send, open }: { send(message: ToEditor): void; open(uid: string | undefined): void },
) {
	const button = (textContent: string, run: () => void) => {
		const element = Object.assign(document.createElement('button'), { type: 'button', textContent });
		element.addEventListener('click', run);
		bar.append(element);
	};
	return (breadcrumbs: readonly Breadcrumb[], { names, canCopy, message }: Said): void => {
		bar.replaceChildren();
		const last = breadcrumbs.at(-1);
		for (const crumb of breadcrumbs) {
			const label = names[crumb.component] ?? crumb.component;
			if (crumb === last) bar.append(Object.assign(document.createElement('strong'), { textContent: label }));
			else button(`${label} ›`, () => open(crumb._uid));
		}
		if (!last || !message.action) return;
		const state: Selected = { ...message, canCopy, index: Number(last._parentindex ?? 0) };
		for (const [action, label, isPossible] of actions)
			if (isPossible(state)) button(label, () => send({ action, blok: last }));
	};
}
