import { textOf } from 'astro-keep/shared/json';
import type { EditorState } from '../../protocol.js';
import { story } from './choices.js';
import { fieldset, labelled, make } from './dom.js';
import { file } from './files.js';
import { check, line } from './texts.js';

type Link = Record<string, unknown>;

const kinds = { story: 'Story', url: 'Address', email: 'Email', asset: 'File' } as const;
type Kind = keyof typeof kinds;

/** Chooses the target of a link: a story, a URL, an email address, or a file. Changes the link in place. */
export function link(name: string, value: Link, state: EditorState, onChange: () => void): HTMLElement {
	const group = fieldset(name);
	const change = (fields: Link) => {
		Object.assign(value, fields);
		onChange();
	};
	const choice = make('select', {}, ...Object.entries(kinds).map(([kind, label]) => new Option(label, kind)));
	const linktype = textOf(value['linktype']);
	choice.value = linktype in kinds ? linktype : 'url';
	const target = () => {
		const kind = choice.value as Kind;
		if (kind === 'story')
			return labelled(
				'Story',
				story(state, textOf(value['id']), (id) => {
					const slug = state.stories.find(({ uuid }) => uuid === id)?.slug ?? '';
					change({ linktype: 'story', id, url: '', cached_url: slug });
				}),
			);
		const field = kind === 'email' ? 'email' : 'url';
		const set = (text: string) => change({ linktype: kind, id: '', [field]: text, cached_url: text });
		if (kind === 'asset') return file(kinds[kind], textOf(value[field]), state, set);
		return labelled(kinds[kind], line(textOf(value[field]), set));
	};
	const anchor = () =>
		labelled(
			'Anchor',
			line(textOf(value['anchor']), (text) => change({ anchor: text })),
		);
	const tab = labelled(
		'Opens a new tab',
		check(value['target'] === '_blank', (isOn) => change({ target: isOn ? '_blank' : '_self' })),
	);
	const show = () => {
		const isStory = choice.value === 'story';
		group.replaceChildren(
			...[...group.children].slice(0, 1),
			labelled('Leads to', choice),
			target(),
			...(isStory ? [anchor()] : []),
			tab,
		);
	};
	/** What the link has of each kind, which is there again when the kind is. */
	const written = new Map<string, Link>();
	choice.addEventListener('change', () => {
		const { linktype: before, id, url, email, cached_url } = value;
		written.set(textOf(before), { id, url, email, cached_url });
		const target = written.get(choice.value) ?? { id: '', url: '', cached_url: '' };
		change({ linktype: choice.value, ...target });
		show();
		choice.focus();
	});
	show();
	return group;
}
