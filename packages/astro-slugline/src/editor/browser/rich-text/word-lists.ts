import { make } from '../controls/dom.js';

/**
 * Makes lists of the paragraphs that Word has for their items. Each states its level, and begins with its bullet or number:
 * `<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.</span>One</p>`.
 */
export function withLists(html: string): string {
	if (!html.includes('mso-list:')) return html;
	const { body } = new DOMParser().parseFromString(html, 'text/html');
	/** The lists that are open, from the outermost. */
	const open: { level: number; list: HTMLElement }[] = [];
	for (const item of body.querySelectorAll<HTMLElement>('p[style*="mso-list:"]')) {
		const level = Number(/mso-list:\s*\w+ level(\d)/.exec(item.getAttribute('style') ?? '')?.[1]);
		const sign = item.querySelector('[style*="mso-list:Ignore"]');
		if (!level || !sign) continue;
		const [, start] = /^\s*\(?(\d+|[a-z]+)[.)]/i.exec(sign.textContent) ?? [];
		sign.remove();
		if (item.previousElementSibling !== open[0]?.list) open.length = 0;
		while ((open.at(-1)?.level ?? 0) > level) open.pop();
		const tag = start === undefined ? 'ul' : 'ol';
		if (open.at(-1)?.level === level && open.at(-1)?.list.localName !== tag) open.pop();
		if (open.at(-1)?.level !== level) {
			const list = make(tag);
			if (Number(start) > 1) list.setAttribute('start', `${start}`);
			const outer = open.at(-1)?.list.lastElementChild;
			if (outer) outer.append(list);
			else item.before(list);
			open.push({ level, list });
		}
		open.at(-1)?.list.append(make('li', {}, item));
	}
	return body.innerHTML;
}
