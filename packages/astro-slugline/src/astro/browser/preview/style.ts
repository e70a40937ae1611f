/** The style of the elements on top of the page. A constructed style sheet, which a content security policy allows. */
export function sheet(): CSSStyleSheet {
	const made = new CSSStyleSheet();
	made.replaceSync(`
:host { all: initial; }
[hidden] { display: none !important; }
.box { position: fixed; z-index: 2147483000; box-sizing: border-box; pointer-events: none; border-radius: 2px; }
.hint { outline: 1px dashed #05807f; }
.highlight { outline: 1px solid #05807f; background: #59c5c633; }
.frame { outline: 2px solid #05807f; }
.bar { position: absolute; left: -2px; bottom: 100%; display: flex; max-width: 100vw; overflow-x: auto; pointer-events: auto;
  background: #05605f; color: #fff; font: 13px/28px system-ui, sans-serif; border-radius: 4px 4px 0 0; white-space: nowrap; }
.low .bar { bottom: auto; top: 0; }
.bar strong { padding: 0 10px; font-weight: 600; }
.bar button { all: unset; cursor: pointer; padding: 0 9px; border-left: 1px solid #ffffff40; }
.bar button:hover { background: #033f3f; }
.bar button:focus-visible { outline: 2px solid #fff; outline-offset: -3px; }
.notice { position: fixed; z-index: 2147483001; left: 50%; bottom: 16px; transform: translateX(-50%); margin: 0; max-width: min(90vw, 44rem);
  padding: 10px 16px; border-radius: 6px; background: #5c120d; color: #fff; font: 15px/1.4 system-ui, sans-serif; box-shadow: 0 4px 20px #0005; }
`);
	return made;
}
