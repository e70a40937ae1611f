/** The editor's page. Its script creates the content. */
export const page = (script: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Editor</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Stories"><div class="space"><h2 id="space">Editor</h2><button id="new" type="button" disabled>New</button><input id="search" type="search" aria-label="Find a story" placeholder="Find a story"></div><ul id="stories"></ul></nav>
<main aria-label="Story">
<h1>Editor</h1>
<div id="views" role="tablist" aria-label="View"><button type="button" role="tab" value="stories">Stories</button><button type="button" role="tab" value="fields">Fields</button><button type="button" role="tab" value="page">Page</button></div>
<div id="story">
<header>
<h2 id="title">Choose a story</h2>
<label>Language <select id="language"></select></label>
<p id="states"></p>
</header>
<form id="form" aria-label="Content"></form>
<div class="actions items"><button id="rename" type="button" disabled>Rename or move</button><button id="copy" type="button" disabled>Copy</button><button id="delete" type="button" disabled>Delete</button></div>
<footer>
<p id="status" role="status"></p>
<div class="actions"><button id="restore" type="button" hidden>Take that back</button></div>
<div class="actions"><button id="save" type="button" disabled>Save draft</button><button id="publish" type="button" disabled>Publish</button><button id="undo" type="button" disabled>Undo</button><button id="discard" type="button" disabled>Discard</button><button id="unpublish" type="button" disabled>Unpublish</button></div>
</footer>
</div>
<section aria-label="Preview"><p>The page of the story that you choose is shown here.</p><iframe id="frame" title="Preview of the page"></iframe></section>
</main>
<div id="lists" hidden></div>
<dialog id="dialog" aria-labelledby="dialog-title"></dialog>
<script type="module" src="${script}"></script>
</body>
</html>
`;

const style = `
:root { color-scheme: light dark; --line: light-dark(#dedbd4, #3d3a35); --back: light-dark(#f6f5f2, #1c1b19); --panel: light-dark(#fff, #262421); --text: light-dark(#1d1c1a, #f3f1ec); --soft: light-dark(#5d5a53, #b9b5ab); --accent: light-dark(#05605f, #6fd0cf); --on-accent: light-dark(#fff, #10201f); --field: light-dark(#fff, #2e2b27); --edge: light-dark(#8a867d, #7d796f); --warn: light-dark(#8a4b00, #f0b667); }
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; display: grid; grid-template-columns: 16rem minmax(22rem, 32rem) 1fr; background: var(--back); color: var(--text); font: 15px/1.45 system-ui, sans-serif; }
main { display: contents; }
nav, #story { overflow: auto; border-right: 1px solid var(--line); }
nav { display: flex; flex-direction: column; overflow: hidden; }
.space { display: grid; grid-template-columns: 1fr auto; gap: .65rem .5rem; align-items: center; padding: 1rem .85rem .75rem; border-bottom: 1px solid var(--line); }
h1 { position: absolute; clip-path: inset(50%); }
h2 { font-size: 1.2rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
#space { font-size: 1.05rem; }
#search { grid-column: 1 / -1; }
nav ul { list-style: none; margin: 0; padding: .5rem .4rem 1rem; overflow: auto; flex: 1; }
nav li button { all: unset; box-sizing: border-box; display: grid; width: 100%; padding: .32rem .6rem; border-radius: 5px; cursor: pointer; overflow-wrap: anywhere; line-height: 1.3; }
nav li button:hover { background: color-mix(in srgb, var(--accent) 12%, transparent); }
nav li button[aria-current] { background: var(--accent); color: var(--on-accent); }
nav small, .more { color: var(--soft); font-size: .8rem; }
.more { padding: .5rem .6rem; }
nav em { font-style: normal; white-space: nowrap; font-size: .72rem; padding: 0 .35rem; border: 1px solid currentcolor; border-radius: 99px; color: var(--warn); }
nav em.published { color: var(--soft); }
nav [aria-current] :is(small, em) { color: inherit; }
header { position: sticky; top: 0; display: grid; grid-template-columns: 1fr auto; gap: .6rem 1rem; align-items: start; padding: 1rem; background: var(--back); border-bottom: 1px solid var(--line); z-index: 1; }
header label { font-weight: 400; color: var(--soft); }
#states { grid-column: 1 / -1; margin: 0; color: var(--soft); font-size: .85rem; }
#states:empty { display: none; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; }
#unpublish { margin-inline-start: auto; }
#restore { margin-bottom: .5rem; }
#restore[hidden] { display: none; }
.versions { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr)); gap: .75rem; }
.items { padding: 0 1rem 1rem; }
footer { position: sticky; bottom: 0; padding: .5rem 1rem .8rem; background: var(--back); border-top: 1px solid var(--line); z-index: 1; }
#status { min-height: 1.45em; margin: 0 0 .35rem; color: var(--soft); overflow-wrap: anywhere; }
#story { display: flex; flex-direction: column; min-width: 0; scroll-padding: 7rem 0 8rem; }
form { padding: 1rem; flex: 1; }
form[inert] { opacity: .6; transition: opacity 0s .3s; }
.note { color: var(--warn); }
.inherited { color: var(--soft); font-style: italic; }
details.blok { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; margin: 0 0 .6rem; padding: 0 .8rem; }
details.blok[open] { padding-bottom: .8rem; }
details.blok details.blok { background: var(--back); }
details.blok:focus-within { border-color: var(--accent); }
summary { padding: .45rem 0; cursor: pointer; font-weight: 600; font-size: .9rem; color: var(--accent); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
summary span { font-weight: 400; color: var(--soft); }
details[open] > summary span { display: none; }
#views { display: none; padding: .4rem .6rem; gap: .4rem; background: var(--panel); border-bottom: 1px solid var(--line); }
#views button { flex: 1; padding: .35rem; border: 1px solid var(--line); border-radius: 5px; background: none; color: inherit; cursor: pointer; }
#views [aria-selected=true] { background: var(--accent); color: var(--on-accent); }
label, legend, .label { font-weight: 600; font-size: .9rem; }
.field { display: grid; gap: .25rem; margin: 0 0 .9rem; }
.check { grid-template-columns: auto 1fr; gap: .5rem; align-items: center; }
.boxes { display: flex; flex-wrap: wrap; gap: 0 1.1rem; }
.boxes label { font-weight: 400; }
.row, .marks, .item-actions { display: flex; flex-wrap: wrap; gap: .4rem; }
.row > :first-child { flex: 1; }
.item-actions { padding-top: .2rem; }
.chosen { display: flex; flex-wrap: wrap; gap: .35rem; align-items: center; padding: .25rem 0; border-bottom: 1px solid var(--line); }
.chosen span { flex: 1; }
.chosen:last-child { margin-bottom: .75rem; }
.picked { display: flex; gap: .5rem; align-items: center; }
.picked img { max-width: 6rem; max-height: 4rem; border-radius: 3px; }
.files { display: grid; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); gap: .5rem; list-style: none; }
.files button { width: 100%; height: 100%; overflow-wrap: anywhere; }
.files img { display: block; width: 100%; height: 4.5rem; object-fit: contain; }
.files img:not([src]) { display: none; }
fieldset { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; margin: 0 0 1rem; padding: .6rem .8rem .8rem; min-width: 0; }
fieldset fieldset { background: var(--back); }
fieldset fieldset fieldset { background: var(--panel); }
legend { padding: 0 .35rem; color: var(--accent); }
input, textarea, select { font: inherit; color: inherit; background: var(--field); border: 1px solid var(--edge); border-radius: 5px; padding: .4rem .55rem; width: 100%; min-width: 0; }
header select, input[type=checkbox] { width: auto; }
input[type=checkbox] { accent-color: var(--accent); width: 1.05rem; height: 1.05rem; }
textarea { resize: vertical; }
.marks { gap: .25rem; align-items: center; }
.marks select { width: auto; }
#form .marks [aria-pressed=true] { background: var(--accent); color: var(--on-accent); }
.marks [aria-disabled=true] { opacity: .55; cursor: default; }
.marks [hidden] { display: none; }
.rich > div { background: var(--field); border: 1px solid var(--edge); border-radius: 5px; padding: .4rem .55rem; min-height: 4rem; max-height: 32rem; overflow: auto; overflow-wrap: anywhere; white-space: break-spaces; }
.rich :is(p, ul, ol, blockquote, pre, h1, h2, h3, h4, h5, h6, table) { position: static; clip-path: none; margin: 0 0 .6rem; }
.rich :is(h1, h2) { font-size: 1.2rem; }
.rich blockquote { border-inline-start: 3px solid var(--line); padding-inline-start: .7rem; }
.rich :is(pre, code) { font-family: ui-monospace, monospace; font-size: .9em; }
.rich pre { background: var(--back); padding: .4rem; border-radius: 5px; }
.rich a { color: var(--accent); text-decoration: underline; }
.rich table { border-collapse: collapse; width: 100%; }
.rich :is(td, th) { border: 1px solid var(--line); padding: .25rem .4rem; text-align: start; vertical-align: top; }
.rich :is(td, th) p { margin: 0; }
.rich [data-rich^=image] { background: var(--back); border: 1px solid var(--line); border-radius: 5px; padding: 0 .3rem; }
.rich .bloks { border: 1px dashed var(--edge); border-radius: 5px; margin: 0 0 .6rem; padding: .5rem; white-space: normal; }
.rich .ProseMirror-selectednode, .rich .selectedCell { outline: 2px solid var(--accent); }
button { font: inherit; }
dialog { width: min(34rem, calc(100vw - 2rem)); background: var(--panel); color: inherit; border: 1px solid var(--line); border-radius: 8px; padding: 1.25rem; }
dialog::backdrop { background: rgb(0 0 0 / .45); }
dialog form { padding: 1rem 0 0; }
dialog ul { margin: 0 0 1rem; padding-inline-start: 1.2rem; max-height: 12rem; overflow: auto; }
dialog .files { padding: 0; max-height: 40vh; }
:is(.actions, form) button, #new { padding: .3rem .75rem; border: 1px solid var(--accent); border-radius: 5px; background: none; color: var(--accent); cursor: pointer; }
form button { font-size: .85rem; padding: .15rem .6rem; }
:is(.actions, form) button:hover, #new:hover { background: color-mix(in srgb, var(--accent) 12%, transparent); }
#publish:enabled { background: var(--accent); color: var(--on-accent); }
.actions button:disabled { opacity: .55; cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
section { position: relative; }
section p { position: absolute; inset: 0; display: grid; place-items: center; margin: 0; color: var(--soft); }
iframe { position: relative; width: 100%; height: 100%; border: 0; display: block; }
iframe[src] { background: #fff; }
@media (width < 75rem) {
	body { grid-template: auto minmax(0, 1fr) / 16rem minmax(0, 1fr); }
	nav { grid-row: 1 / 3; }
	#views { display: flex; grid-column: 2; }
	#views [value=stories], [data-view=page] #story, body:not([data-view=page]) section { display: none; }
	section { grid-column: 2; }
}
@media (width < 48rem) {
	body { grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); }
	nav { grid-area: 2 / 1; border-right: 0; }
	#views, section, #story { grid-column: 1; }
	header { grid-template-columns: minmax(0, 1fr); }
	#views { grid-row: 1; }
	#views [value=stories] { display: block; }
	body:not([data-view=stories]) nav, [data-view=stories] #story { display: none; }
}
`;
