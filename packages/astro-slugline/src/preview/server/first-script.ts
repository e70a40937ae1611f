import { ticketParameter } from '../editor-address.js';
import { scriptJson } from '../inject.js';
import type { PreviewSettings } from '../protocol.js';

/**
 * The script that runs before all other scripts of a page. It removes the editor's parameters from the URL, collects the editor's
 * messages and follows no link until the client listens, and records the page's nodes when it is parsed and no module has run yet. Then it calls the
 * client, without a promise that another script could follow, so that none can read what it passes, the ticket of the session above
 * all.
 *
 * @param client path in the site's origin of the client's module
 */
export const firstScript = (settings: PreviewSettings, client: string): string =>
	`(()=>{document.currentScript.remove();const u=new URL(location.href);for(const n of[...u.searchParams.keys()])if(n===${JSON.stringify(ticketParameter)}||n.startsWith("_storyblok"))u.searchParams.delete(n);history.replaceState(history.state,"",u);if(window.parent===window)return;const early=[],hear=e=>e.source===window.parent&&early.push(e);addEventListener("message",hear);const hold=e=>(e.type==="submit"||e.target.closest?.("a[href],area[href]"))&&e.preventDefault();for(const n of["click","submit"])addEventListener(n,hold,true);const recording=new Map(),record=()=>{const p=[document];for(let n=p.pop();n;n=p.pop()){const c=[...n.childNodes];recording.set(n,c);for(const k of c)if(k.hasChildNodes())p.push(k)}};const send=fetch.bind(window);let client,parsed;const start=()=>client&&parsed&&client.startPreview({settings:${scriptJson(settings)},recording,send,takeEarly:()=>{removeEventListener("message",hear);for(const n of["click","submit"])removeEventListener(n,hold,true);return early}});import(location.origin+${scriptJson(client)}).then(c=>{client=c;start()});document.addEventListener("readystatechange",()=>{record();parsed=true;start()},{once:true})})()`;
