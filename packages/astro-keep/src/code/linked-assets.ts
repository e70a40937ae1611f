import { isOurs } from '../content-config/index.js';
import type { EmittedCode, EmittedModule } from './emitted-code.js';

/** The part of Astro's manifest that describes the routes of a site and the files that their pages link to. */
export interface RenderManifest extends Record<string, unknown> {
	routes: readonly {
		routeData: { component: string };
		styles: readonly unknown[];
		scripts: readonly unknown[];
		links: readonly unknown[];
	}[];
	/** Files of scripts and islands, by their names in the code. */
	entryModules: Readonly<Record<string, string>>;
	inlinedScripts: ReadonlyMap<string, string>;
	componentMetadata: ReadonlyMap<string, unknown>;
}

/** True for a module of Astro's runtime or ours. Tree shaking leaves the parts that any page uses, so its emitted code is not compared. */
export const isRuntime = (id: string): boolean => /\/node_modules\/astro\//.test(id) || isOurs(id);

/** True for a module that has islands. The id of an island depends on the absolute path of its component. */
export const hasIslands = ({ code }: EmittedModule): boolean => code.includes('client:');

/** True for a module that may name a script or an island. Astro's runtime contains the text `client:` without having islands. */
function mayLink({ id, code }: EmittedModule): boolean {
	return (isRuntime(id) ? /[?&]type=script/ : /client:|[?&]type=script/).test(code);
}

/** The files of scripts and islands that each module names in its code. Scripts that integrations inject belong to the routes. */
export function linkedFiles(manifest: RenderManifest, { modules, portable, files }: EmittedCode) {
	const ofModule = new Map<string, unknown[]>();
	const add = (id: string, linked: unknown) => ofModule.set(id, [...(ofModule.get(id) ?? []), linked]);
	const linking = [...modules.values()].filter(mayLink);
	const islands = linking.filter((module) => !isRuntime(module.id) && hasIslands(module));
	// Chunks that render pages have names, too, but no page links to them.
	const ofBrowsers = Object.entries(manifest.entryModules).filter(([, file]) => !files.has(file));
	const named = [...ofBrowsers, ...manifest.inlinedScripts];
	for (const [key, file] of named.sort(([one], [other]) => (one < other ? -1 : 1))) {
		const text = JSON.stringify(portable.text(key)).slice(1, -1);
		const users = linking.filter(({ code }) => code.includes(text));
		// Only Astro's runtime names the code that hydrates islands.
		for (const { id } of users.length > 0 ? users : islands) add(id, [portable.text(key), file]);
	}
	for (const [id, metadata] of manifest.componentMetadata) add(id, metadata);
	return ofModule;
}

/** A readable name for a style or script, and its value. */
export function nameOfLinked(linked: unknown): [name: string, value: string] {
	const value = JSON.stringify(linked);
	if (typeof linked === 'object' && linked !== null) {
		if ('src' in linked && typeof linked.src === 'string') return [`the stylesheet ${linked.src}`, value];
		if ('value' in linked && typeof linked.value === 'string') return [`the script ${linked.value}`, value];
		if ('content' in linked) return ['an inlined stylesheet', value];
	}
	return ['an inlined script', value];
}
