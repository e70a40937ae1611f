import { renderRichText } from '@storyblok/richtext';
import { expect, it } from 'vitest';
import { openSpace } from './open-space.js';

const files = {
	'space.yaml': 'name: Harbor\n',
	'about.md': '---\nname: About\ncontent: { component: page }\n---\n',
	'index.md': `---
name: Home
content:
  component: page
  more: { link: about, anchor: times }
  shop: { link: "https://example.com", target: _blank }
  mail: { link: "mailto:ann@example.com" }
  file: { link: /files/plan.pdf }
  photo: { asset: /images/boat.jpg, alt: A boat }
  body:
    - { component: card, link: { link: /about/ }, photos: [{ asset: "https://a.storyblok.com/f/1/a.jpg" }] }
  plugin: { plugin: own, link: about }
---
`,
};

it('serves the numbers of rich text as numbers, and no others', async () => {
	const { story } = await openSpace({
		'a.md': `---
content:
  component: page
  price: 5
  level: 2
  text:
    type: doc
    content:
      - { type: heading, attrs: { level: 2, textAlign: "3" }, content: [{ type: text, text: "7" }] }
      - { type: ordered_list, attrs: { order: 3 }, content: [] }
      - type: table
        content:
          - type: tableRow
            content:
              - { type: tableCell, attrs: { colspan: 2, rowspan: 1, colwidth: [200, 50] }, content: [] }
      - { type: heading, attrs: { level: two } }
      - type: blok
        attrs: { body: [{ component: card, level: 4, text: { type: doc, content: [{ type: heading, attrs: { level: 3 } }] } }] }
---
`,
	});
	const { content } = await story('a');
	expect(content).toMatchObject({ price: '5', level: '2' });
	const [heading, list, table, odd, blok] = content.text.content;
	expect(heading).toMatchObject({ attrs: { level: 2, textAlign: '3' }, content: [{ text: '7' }] });
	expect(list.attrs).toEqual({ order: 3 });
	expect(table.content[0].content[0].attrs).toEqual({ colspan: 2, rowspan: 1, colwidth: [200, 50] });
	expect(odd.attrs).toEqual({ level: 'two' });
	expect(blok.attrs.body[0]).toMatchObject({ level: '4', text: { content: [{ attrs: { level: 3 } }] } });
	expect(renderRichText({ ...content.text, content: [heading, list] } as never)).toBe(
		'<h2 style="text-align: 3;">7</h2><ol start="3"></ol>',
	);
});

it('expands short links and assets to the API’s form', async () => {
	const { story } = await openSpace(files);
	const about = await story('about');
	const { content } = await story('home');
	const link = { fieldtype: 'multilink', id: '', url: '', cached_url: '' };
	expect(content).toMatchObject({
		more: { ...link, linktype: 'story', id: about?.uuid, cached_url: 'about', anchor: 'times' },
		shop: { ...link, linktype: 'url', url: 'https://example.com', target: '_blank' },
		mail: { ...link, linktype: 'email', email: 'ann@example.com' },
		file: { ...link, linktype: 'url', url: '/files/plan.pdf' },
		photo: { fieldtype: 'asset', id: null, filename: '/images/boat.jpg', alt: 'A boat' },
		body: [
			{
				component: 'card',
				link: { linktype: 'story', id: about?.uuid },
				photos: [{ fieldtype: 'asset', filename: 'https://a.storyblok.com/f/1/a.jpg', alt: '' }],
			},
		],
		plugin: { plugin: 'own', link: 'about' },
	});
});
