import { escapeHtml } from '../../../../shared/text/escape-html.js';
import { PageError } from '../../data/index.js';
import type { RichTextElement, RichTextPart, RichTextProps } from './types.js';

function startTag({ tag, attributes }: RichTextElement): string {
	let html = `<${tag}`;
	for (const [name, value] of Object.entries(attributes))
		if (value !== undefined) html += ` ${name}="${escapeHtml(value)}"`;
	return `${html}>`;
}

const voids = new Set(['br', 'hr', 'img', 'input']);

/** Maximum nesting of components: deeper than any person writes, and not deep enough to overflow the stack. */
const maxDepth = 1000;

/** Creates a writer that joins HTML into long strings, and collects the content of components. */
export function createWriter() {
	const frames: RichTextPart[][] = [];
	let parts: RichTextPart[] = [];
	/** Writes safe HTML. */
	const html = (text: string): void => {
		const last = parts.at(-1);
		if (typeof last === 'string') parts[parts.length - 1] = last + text;
		else if (text !== '') parts.push(text);
	};
	return {
		html,
		part: (part: RichTextPart): void => void parts.push(part),
		/** Begins an element, and returns a function that ends it. */
		element(element: RichTextElement): () => void {
			html(startTag(element));
			return () => {
				if (!voids.has(element.tag)) html(`</${element.tag}>`);
			};
		},
		/**
		 * Begins a component, and returns a function that ends it.
		 *
		 * @throws {PageError} if components are nested more than 1,000 levels deep
		 */
		component(component: (props: RichTextProps) => unknown, props: RichTextProps): () => void {
			if (frames.push(parts) > maxDepth) {
				throw new PageError(
					`Components in rich text are nested more than ${maxDepth} levels deep.`,
					'Check the field in the editor. Text this deep is usually damaged, or was written by a program.',
				);
			}
			parts = [];
			return () => {
				const children = parts;
				parts = frames.pop() ?? [];
				parts.push({ kind: 'component', component, props, children });
			};
		},
		end: (): RichTextPart[] => parts,
	};
}

export type Writer = ReturnType<typeof createWriter>;
