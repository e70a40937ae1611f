import { expect, it } from 'vitest';
import { usePackedPackage } from '../support/packed.js';
import { config, createSite, plainSite, storyRoute } from '../support/site.js';

usePackedPackage();

const good = `## A *heading* & more

A [link](https://example.com/?a=1&b=2), \`code\`, ~~gone~~ and an image ![cat](/cat.png "Cat") beside ![dog](dog.png).

- [x] done
- [ ] not

| a | b |
|---|--:|
| 1 | 2 |

\`\`\`js
let a = 1 < 2;
\`\`\`

<figure class="wide"><mark style="color: red">HTML</mark> that <a href="mailto:a@b.c">marks up</a></figure>

![odd](/100%.png)
`;

/** Ways to run a script from Markdown and the HTML in it. */
const bad = [
	'<script>alert(1)</script>',
	'<img src=x onerror=alert(1)>',
	'<svg onload=alert(1)><script>alert(1)</script></svg>',
	'<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
	'<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
	'<iframe srcdoc="<script>alert(1)</script>"></iframe>',
	'<a href="java&#9;script:alert(1)">a</a> <a href="JaVaScRiPt:alert(1)">b</a>',
	'[c](javascript:alert(1)) [d](data:text/html,x) ![e](javascript:alert(1))',
	'<javascript:alert(1)> [f][g]\n\n[g]: vbscript:x',
	'<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
	'<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
	'<p style="background:url(javascript:alert(1))">s</p><p style="position:fixed;color:red">t</p>',
	'<meta http-equiv="refresh" content="0;url=javascript:alert(1)"><base href="javascript:1//"><link rel=stylesheet href=x>',
	'<div onclick="alert(1)" data-x="\\"><script>alert(1)</script>">u</div>',
	'`<script>alert(1)</script>`',
	'<a href="/x" data-hx-on="click: alert(1)" data-track="a" hx-get="/y" x-on:click="alert(1)">v</a>',
	// Astro's internal marker on an image, written by an editor.
	'<img __ASTRO_IMAGE_="{">',
	'<img __ASTRO_IMAGE_="null">',
	`<img __ASTRO_IMAGE_='{"src":{"a":1},"alt":[1]}'>`,
	`<img __ASTRO_IMAGE_='{"src":"javascript:alert(1)","onerror":"alert(1)"}'>`,
];

const page = (fields: Record<string, unknown>) =>
	`---\nname: P\ncontent: ${JSON.stringify({ component: 'page', ...fields })}\n---\n`;

const files = {
	...plainSite,
	'astro.config.mjs': config(
		`{ space: './space', dataAttributes: ['data-track'] }`,
		`markdown: { shikiConfig: { theme: 'min-light' } }`,
	),
	'src/pages/[...path].astro': storyRoute(
		`{[text].flat().map((one) => <section><Markdown text={one} /></section>)}`,
		{ components: ['Markdown'], code: `const { text } = Astro.props.story.data.content;` },
	),
	'src/pages/others.astro': `---
import Markdown from 'astro-slugline/components/Markdown.astro';
---
<b><Markdown text="One *line*" inline /></b>
<b><Markdown text={"Two\\n\\nparagraphs"} inline /></b>
<b><Markdown text={"<script>1 < 2</script>\\n\\n![x](x.png)"} trusted /></b>
<b><Markdown text={null} /></b><b><Markdown text={7} /></b>`,
	'space/space.yaml': 'name: Markdown\n',
	'space/good.md': page({ text: good }),
	'space/bad.md': page({ text: bad }),
	'space/deep.md': page({
		text: `${'> '.repeat(300)}deep ${'*'.repeat(3000)}a ${'['.repeat(3000)} ${'<div>'.repeat(300)}`,
	}),
};

const site = await createSite(files);
await site.built();
const output = await site.output();

it("renders a field with the site's Markdown processor", () => {
	// On a busy machine, Shiki leaves a line without colors that takes it more than half a second.
	expect(output['good/index.html']?.replaceAll(/<\/?span\b[^>]*>/g, '')).toMatchInlineSnapshot(`
		"<!DOCTYPE html><section><h2 id="a-heading--more">A <em>heading</em> &#x26; more</h2>
		<p>A <a href="https://example.com/?a=1&#x26;b=2">link</a>, <code>code</code>, <del>gone</del> and an image <img src="/cat.png" alt="cat" title="Cat"> beside <img src="dog.png" alt="dog">.</p>
		<ul class="contains-task-list">
		<li class="task-list-item"><input type="checkbox" checked disabled> done</li>
		<li class="task-list-item"><input type="checkbox" disabled> not</li>
		</ul>
		<table>
		<thead>
		<tr>
		<th>a</th>
		<th style="text-align: right">b</th>
		</tr>
		</thead>
		<tbody>
		<tr>
		<td>1</td>
		<td style="text-align: right">2</td>
		</tr>
		</tbody>
		</table>
		<pre class="astro-code min-light" style="background-color:#ffffff;color:#24292eff; overflow-x: auto;" tabindex="0" data-language="js"><code>let a = 1 &#x3C; 2;</code></pre>
		<figure class="wide"><mark style="color: red">HTML</mark> that <a href="mailto:a@b.c">marks up</a></figure>
		<p><img src="/100%25.png" alt="odd"></p>
		</section>"
	`);
});

it('keeps harmless HTML, and removes everything that could run', () => {
	const html = output['bad/index.html']?.replaceAll('</section>', '$&\n') ?? '';
	expect(html).toMatchInlineSnapshot(`
		"<!DOCTYPE html><section>
		</section>
		<section><img src="x">
		</section>
		<section><p></p>
		</section>
		<section><p></p></section>
		<section><p></p><p title="</noscript><img src=x onerror=alert(1)>"></p>
		</section>
		<section>
		</section>
		<section><p><a>a</a> <a>b</a></p>
		</section>
		<section><p><a>c</a> <a>d</a> <img alt="e"></p>
		</section>
		<section><p><a>javascript:alert(1)</a> <a>f</a></p>
		</section>
		<section>x
		</section>
		<section><p></p>
		</section>
		<section><p>s</p><p>t</p>
		</section>
		<section><p></p>
		</section>
		<section><div>">u</div>
		</section>
		<section><p><code>&#x3C;script>alert(1)&#x3C;/script></code></p>
		</section>
		<section><p><a href="/x" data-track="a">v</a></p>
		</section>
		<section><img>
		</section>
		<section><img>
		</section>
		<section><img>
		</section>
		<section><img>
		</section>
		"
	`);
	expect(html).not.toMatch(
		/<(?:script|svg|math|style|iframe|object|embed|form|button|meta|base|link|noscript)/i,
	);
	expect(html).not.toMatch(/(?:href|src|style)="[^"]*(?:javascript:|vbscript:|data:text|url\()/i);
	expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+=/i);
});

it('renders deeply nested Markdown', () => {
	expect(output['deep/index.html']).toContain('deep');
});

it('renders a single line with `inline`, and all HTML with `trusted`', () => {
	expect(output['others/index.html']?.replaceAll('\n', '')).toMatchInlineSnapshot(
		`"<!DOCTYPE html><b>One <em>line</em></b><b><p>Two</p><p>paragraphs</p></b><b><script>1 < 2</script><p><img src="x.png" alt="x"></p></b><b></b><b></b>"`,
	);
});

it('names the page that has a table too large for the memory', async () => {
	const text = ['|a'.repeat(10_000), '|-'.repeat(10_000), '|\n'.repeat(20_000)].join('|\n');
	await site.write({ 'space/bomb.md': page({ text }) });
	const { code, output } = await site.build();
	expect(code).toBe(1);
	expect(output).toContain(
		'A Markdown field on the page /bomb/ cannot be rendered: it has a table of more than 200,000 cells.',
	);
	await site.remove('space/bomb.md');
});

it('names the page with a field that cannot be rendered', async () => {
	await site.write({
		'astro.config.mjs': config(
			`{ space: './space' }`,
			`markdown: { processor: { name: 'mine', options: {}, createRenderer: async () => ({ render: async () => { throw new Error('no such thing') } }) } }`,
		),
	});
	const { code, output } = await site.build();
	expect(code).toBe(1);
	expect(output).toMatch(/A Markdown field on the page \/\w*\/? ?cannot be rendered: no such thing/);
});
