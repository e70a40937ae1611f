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
