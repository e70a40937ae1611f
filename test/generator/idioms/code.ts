import { type Idiom, page, version } from '../idiom.js';

const island = `import { useState } from 'preact/hooks';
import { label } from '../lib/label.js';
export default function Counter() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>v0 {label} {n}</button>; }`;

/** Two exports that are too long to be copied into each file that uses them. */
const labels = `export const label = 'v0' + '${'u'.repeat(3000)}'.length;\nexport const more = '${'v'.repeat(3000)}';`;

const bigger = (random: { below(limit: number): number }) =>
	Array.from(
		{ length: 20 + random.below(40) },
		(_, at) => `/* ${at} */ console.log(${at}, ${random.below(1000)});`,
	).join('\n');

/** Styles that are too long to be put into pages. */
const long = Array.from(
	{ length: 90 },
	(_, at) => `.long-${at} { color: rgb(${at}, ${at}, 9); margin: ${at}px; }`,
).join('\n');

/** What code emits: styles, scripts, islands, images, and what changes their names. */
export const code: Record<string, Idiom> = {
	'code: a component that another page begins to use': {
		files: {
			'src/components/Card.astro': `<div class="card"><slot /></div>\n<style>.card { border: 1px solid rgb(10, 20, 30); padding: 7px; }\n.v0 { color: red; }\n${long}</style>`,
			'src/components/Deck.astro': `<div class="deck"><slot /></div>\n<style>.deck { margin: 3px; }\n${long.replaceAll('long', 'deck')}</style>`,
			'src/pages/card/a.astro': page(
				`import Card from '../../components/Card.astro';\nimport Deck from '../../components/Deck.astro';`,
				'<Deck><Card>a</Card></Deck>',
			),
			'src/pages/card/b.astro': page('', '<p>b</p>'),
		},
		changes: {
			'another page uses the card': () => ({
				'src/pages/card/b.astro': page(`import Card from '../../components/Card.astro';`, '<Card>b</Card>'),
			}),
			'edit the style of the card': 'src/components/Card.astro',
			'edit the markup of the card': (random) => ({
				'src/components/Card.astro': `<div class="card" data-v=${version(random)}><slot /></div>\n<style>.card { padding: 7px; }</style>`,
			}),
			'another page no longer uses the card': () => ({ 'src/pages/card/b.astro': page('', '<p>b</p>') }),
		},
	},
	'code: scripts that share a module': {
		files: {
			'src/lib/shared.js': `export const one = () => 'one'; export const two = () => 'two';`,
			'src/components/One.astro': `<p id="one"></p>\n<script>import { one } from '../lib/shared.js'; document.title = one();</script>`,
			'src/components/Two.astro': `<p id="two"></p>\n<script>console.log('two');</script>`,
			'src/pages/scripts/a.astro': page(`import One from '../../components/One.astro';`, '<One />'),
			'src/pages/scripts/b.astro': page(`import Two from '../../components/Two.astro';`, '<Two />'),
			'src/pages/scripts/c.astro': page(
				`import One from '../../components/One.astro';\nimport Two from '../../components/Two.astro';`,
				'<One /><Two />',
			),
		},
		changes: {
			'a script uses one more export': () => ({
				'src/components/Two.astro': `<p id="two"></p>\n<script>import { two } from '../lib/shared.js'; console.log(two());</script>`,
			}),
			'the shared module grows': (random) => ({
				'src/lib/shared.js': `export const one = () => 'one'; export const two = () => 'two';\n${bigger(random)}`,
			}),
		},
	},
	'code: Preact islands': {
		files: {
			'src/lib/label.js': labels,
			'src/islands/Counter.jsx': island,
			'src/islands/Other.jsx': `import { label } from '../lib/label.js';\nexport default () => <b>{label}</b>;`,
			'src/pages/islands/a.astro': page(
				`import Counter from '../../islands/Counter.jsx';`,
				'<Counter client:load />',
			),
			'src/pages/islands/b.astro': page(
				`import Other from '../../islands/Other.jsx';`,
				'<Other client:visible />',
			),
			'src/pages/islands/c.astro': page(`import Other from '../../islands/Other.jsx';`, '<Other />'),
		},
		config: {
			imports: `import preact from '@astrojs/preact';`,
			integrations: `preact({ include: ['**/islands/**'] })`,
		},
		changes: {
			'an island uses one more export': () => ({
				'src/islands/Other.jsx': `import { label, more } from '../lib/label.js';\nexport default () => <b title={more}>{label}</b>;`,
			}),
			'an island grows': (random) => ({
				'src/islands/Other.jsx': `import { label } from '../lib/label.js';\n${bigger(random)}\nexport default () => <b>{label}</b>;`,
			}),
			'what two islands share changes': 'src/lib/label.js',
			'an island is edited': 'src/islands/Counter.jsx',
		},
	},
	'code: client-only islands': {
		files: {
			'src/browser/Clock.jsx': `export default () => <b>clock v0</b>;`,
			'src/pages/browser/a.astro': page(
				`import Clock from '../../browser/Clock.jsx';`,
				'<Clock client:only="preact" />',
			),
			'src/pages/browser/b.astro': page('', '<p>no island</p>'),
		},
		config: {
			imports: `import preactOfBrowsers from '@astrojs/preact';`,
			integrations: `preactOfBrowsers({ include: ['**/browser/**'] })`,
		},
		changes: { 'a client-only island is edited': 'src/browser/Clock.jsx' },
	},
	'code: transitions between pages': {
		files: {
			'src/pages/moving/a.astro': `---\nimport { ClientRouter } from 'astro:transitions';\n---\n<html><head><title>a</title><ClientRouter /></head><body><p transition:name="one">a</p></body></html>`,
			'src/pages/moving/b.astro': page('', '<p>b</p>'),
		},
		changes: {
			'a script asks for a transition': () => ({
				'src/pages/moving/b.astro': page(
					'',
					`<p>b</p><script>import { navigate } from 'astro:transitions/client'; document.body.onclick = () => navigate('/');</script>`,
				),
			}),
		},
	},
	'code: a Svelte island': {
		files: {
			'src/svelte/Count.svelte': `<script>let n = $state(0);</script><button class="v0" onclick={() => n++}>{n}</button><style>.v0 { color: red; }</style>`,
			'src/pages/svelte/a.astro': page(
				`import Count from '../../svelte/Count.svelte';`,
				'<Count client:idle />',
			),
			'src/svelte/Other.svelte': `<script>let n = $state(0);</script><button onclick={() => n++}>other {n}</button>`,
			'src/pages/svelte/b.astro': page('', '<p>no island</p>'),
			'src/pages/svelte/c.astro': page(
				`import Other from '../../svelte/Other.svelte';`,
				'<Other client:load />',
			),
		},
		config: {
			imports: `import svelte from '@astrojs/svelte';`,
			// Svelte names classes by the folder that it was loaded in by default, but a process that stays loaded also builds in others.
			integrations: 'svelte({ compilerOptions: { rootDir: process.cwd() } })',
		},
		changes: {
			'the Svelte island is edited': 'src/svelte/Count.svelte',
			'another Svelte island grows': () => ({
				'src/svelte/Other.svelte': `<script>import { onMount } from 'svelte'; let list = $state([1]); onMount(() => list.push(2));</script>{#each list as item, at (item)}<button onclick={() => list.push(item)}>{item} {at}</button>{/each}`,
			}),
			'another page uses the Svelte island': () => ({
				'src/pages/svelte/b.astro': page(
					`import Count from '../../svelte/Count.svelte';`,
					'<Count client:load />',
				),
			}),
		},
	},
	'code: styles with files': {
		files: {
			'src/styles/font.css': `@font-face { font-family: f; src: url('../files/f.woff2?t=1') format('woff2'), url('../files/f.eot?#iefix'); }\nbody { background: url('../files/dot.svg'); }`,
			'src/files/f.woff2': 'not a font, and longer than what Vite puts into the style itself '.repeat(100),
			'src/files/f.eot': 'nor is this '.repeat(500),
			'src/files/dot.svg': `<svg xmlns="http://www.w3.org/2000/svg"><!--v0${'x'.repeat(5000)}--></svg>`,
			'src/pages/styled/a.astro': page(`import '../../styles/font.css';`, '<p>a</p>'),
			'src/pages/styled/b.astro': page(
				`import '../../styles/font.css';`,
				'<p>b</p><style>p { color: blue; }</style>',
			),
		},
		changes: {
			'a file of a style is replaced': 'src/files/dot.svg',
			'a style is edited': (random) => ({
				'src/styles/font.css': `@font-face { font-family: f; src: url('../files/f.woff2?t=1') format('woff2'); }\nbody { margin: ${random.below(50)}px; }`,
			}),
		},
	},
	'code: CSS modules and global styles': {
		files: {
			'src/styles/box.module.css': '.box { padding: 3px; } .v0 { color: red; }',
			'src/styles/global.css': 'html { font-size: 17px; } .v0 { color: red; }',
			'src/pages/modules/a.astro': page(
				`import box from '../../styles/box.module.css';\nimport '../../styles/global.css';`,
				'<p class={box.box}>a</p>',
			),
			'src/pages/modules/b.astro': page(`import '../../styles/global.css';`, '<p>b</p>'),
			'src/pages/modules/c.astro': page('', '<p>c</p><style is:global>p { margin: 1px; }</style>'),
		},
		changes: {
			'a CSS module is edited': 'src/styles/box.module.css',
			'a global style is edited': 'src/styles/global.css',
		},
	},
	'code: Tailwind': {
		files: {
			'src/styles/tailwind.css': `@import 'tailwindcss';`,
			'src/pages/tailwind/a.astro': page(`import '../../styles/tailwind.css';`, '<p class="p-1">a</p>'),
			'src/pages/tailwind/b.astro': page(`import '../../styles/tailwind.css';`, '<p class="m-2">b</p>'),
		},
		config: { imports: `import tailwind from '@tailwindcss/vite';`, plugins: 'tailwind()' },
		changes: {
			'a page uses another Tailwind class': (random) => ({
				'src/pages/tailwind/b.astro': page(
					`import '../../styles/tailwind.css';`,
					`<p class="m-${random.below(60)}">b</p>`,
				),
			}),
		},
	},
	'code: files as text and by glob': {
		files: {
			'src/data/text.txt': 'a text v0',
			'src/data/list/a.json': '{ "name": "a" }',
			'src/pages/raw.astro': page(
				`import text from '../data/text.txt?raw';\nconst files = import.meta.glob('../data/list/*.json', { eager: true });`,
				'<p>{text}</p><p>{Object.values(files).map(({ name }) => name).join()}</p>',
			),
		},
		changes: {
			'a file that is text is edited': 'src/data/text.txt',
			'a file of a glob is added': (random) => ({
				[`src/data/list/${'bcd'[random.below(3)]}.json`]: `{ "name": "${version(random)}" }`,
			}),
		},
	},
	'code: the order of imports': {
		files: {
			'src/lib/one.js': `globalThis.order = (globalThis.order ?? '') + 'one ';`,
			'src/lib/two.js': `globalThis.order = (globalThis.order ?? '') + 'two ';`,
			'src/pages/order.astro': page(
				`import '../lib/one.js';\nimport '../lib/two.js';`,
				'<p>{globalThis.order}</p>',
			),
		},
		changes: {
			'imports change places': () => ({
				'src/pages/order.astro': page(
					`import '../lib/two.js';\nimport '../lib/one.js';`,
					'<p>{globalThis.order}</p>',
				),
			}),
		},
	},
	'code: variables for styles and scripts': {
		files: {
			'src/pages/vars.astro': `---\nconst color = 'v0';\n---\n<p>vars</p><style define:vars={{ color }}>p { color: var(--color); }</style><script define:vars={{ color }}>console.log(color);</script>`,
		},
		changes: { 'a variable is edited': 'src/pages/vars.astro' },
	},
	'code: a package that is patched in place': {
		files: {
			'node_modules/patched/package.json':
				'{ "name": "patched", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
			'node_modules/patched/index.js': `export const said = 'v0';`,
			'src/pages/patched.astro': page(`import { said } from 'patched';`, '<p>{said}</p>'),
		},
		changes: { 'a package is patched': 'node_modules/patched/index.js' },
	},
};
