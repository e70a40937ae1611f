/** The editor's page. What it shows is made by its script. */
export const page = (script: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Editor</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Stories"><h1 id="space">Editor</h1><input id="search" type="search" aria-label="Find a story" placeholder="Find a story"><ul id="stories"></ul></nav>
<main aria-label="Story">
<header>
<h2 id="title">Choose a story</h2>
<label>Language <select id="language"></select></label>
<div class="actions"><button id="save" type="button" disabled>Save draft</button><button id="publish" type="button" disabled>Publish</button><button id="unpublish" type="button" disabled>Unpublish</button></div>
<p id="status" role="status"></p>
</header>
<form id="form" aria-label="Content"></form>
</main>
<section aria-label="Preview"><iframe id="frame" title="Preview of the page"></iframe></section>
<script type="module" src="${script}"></script>
</body>
</html>
`;

const style = `
:root { color-scheme: light dark; --line: light-dark(#d9d6cf, #44413b); --back: light-dark(#f6f5f2, #201f1c); --text: light-dark(#1d1c1a, #f3f1ec); --soft: light-dark(#5d5a53, #b9b5ab); --accent: light-dark(#05605f, #6fd0cf); --field: light-dark(#fff, #2b2926); }
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; display: grid; grid-template-columns: 15rem minmax(20rem, 30rem) 1fr; background: var(--back); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
nav, main { overflow: auto; border-right: 1px solid var(--line); }
nav { padding: 1rem .75rem; }
h1 { font-size: 1.05rem; margin: 0 0 .75rem; }
h2 { font-size: 1.15rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
nav ul { list-style: none; margin: .75rem 0 0; padding: 0; }
nav button { all: unset; box-sizing: border-box; display: block; width: 100%; padding: .3rem .5rem; border-radius: 4px; cursor: pointer; overflow-wrap: anywhere; }
nav button:hover { background: color-mix(in srgb, var(--accent) 12%, transparent); }
nav button[aria-current] { background: var(--accent); color: light-dark(#fff, #10201f); }
nav small { color: var(--soft); }
nav button[aria-current] small { color: inherit; }
header { position: sticky; top: 0; padding: 1rem; background: var(--back); border-bottom: 1px solid var(--line); z-index: 1; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .6rem; }
#status { min-height: 1.45em; margin: .5rem 0 0; color: var(--soft); overflow-wrap: anywhere; }
form { padding: 1rem; }
label, legend { font-weight: 600; }
.field { display: grid; gap: .25rem; margin: 0 0 1rem; }
.check { grid-template-columns: auto 1fr; align-items: center; }
fieldset { border: 1px solid var(--line); border-radius: 6px; margin: 0 0 1rem; padding: .75rem; min-width: 0; }
input, textarea, select { font: inherit; color: inherit; background: var(--field); border: 1px solid var(--soft); border-radius: 4px; padding: .4rem .5rem; width: 100%; min-width: 0; }
header select, input[type=checkbox] { width: auto; }
textarea { min-height: 5rem; resize: vertical; }
button { font: inherit; }
.actions button, form button { padding: .35rem .75rem; border: 1px solid var(--accent); border-radius: 4px; background: none; color: var(--accent); cursor: pointer; }
.actions button:disabled { opacity: .5; cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
iframe { width: 100%; height: 100%; border: 0; background: #fff; display: block; }
@media (max-width: 60rem) { body { height: auto; grid-template-columns: 1fr; } section { height: 80vh; } }
`;
