import { isBuiltin } from 'node:module';
import { isNode, listOf } from '../../../shared/syntax-nodes.js';
import type { FileKind } from './module-state.js';
import { statelessPackages } from './stateless-packages.js';
import { isOurs } from './track-imports-plugin.js';

/** A module as the bundler knows it. */
export interface Module {
	id: string;
	code: string | null;
	isEntry: boolean;
	importers: readonly string[];
	dynamicImporters: readonly string[];
	importedIds: readonly string[];
	dynamicallyImportedIds: readonly string[];
	meta: Record<string, unknown>;
}

/** True for a module that contains content, which it declares as Astro's own modules do. Such a module is not code. */
export const isContent = ({ meta: { astroIncremental: mark } }: Module) =>
	typeof mark === 'object' && mark !== null && 'kind' in mark && mark.kind === 'content-data';

/** True for the id of a module of an installed package. Workspaces link packages to folders of the site. */
export const isOfPackage = (id: string, modules: ReadonlyMap<string, Module>): boolean =>
	id.includes('/node_modules/') || (!modules.get(id)?.code && !/^(?:\0|\/|\.|[a-z]:[\\/])/i.test(id));

/** The ids of the modules for these specifiers, or of all imports if they cannot be matched. */
export function targetsOf(
	{ importedIds, dynamicallyImportedIds }: Module,
	program: unknown,
	specifiers: ReadonlySet<string>,
): readonly string[] {
	if (specifiers.size === 0) return [];
	const statements = isNode(program) ? listOf(program['body']) : [];
	const named = statements.flatMap(({ source }) => (isNode(source) ? String(source['value']) : []));
	const inOrder = [...new Set(named)];
	const all = [...importedIds, ...dynamicallyImportedIds].filter((id) => !isOurs(id) && !isStateless(id));
	if (inOrder.length !== importedIds.length) return all;
	const targets: string[] = [];
	for (const specifier of specifiers) {
		const target = importedIds[inOrder.indexOf(specifier)];
		if (target !== undefined) targets.push(target);
		else targets.push(...dynamicallyImportedIds.filter((id) => !isStateless(id)));
	}
	return targets;
}

export const kindOfFile = (id: string): FileKind => {
	if (/\.(?:astro|mdx?)(?:\?|$)/.test(id)) return 'component';
	return /\.(?:vue|svelte|[jt]sx)(?:\?|$)/.test(id) ? 'island' : 'module';
};

export const isAsset = (id: string): boolean =>
	/\.(?:css|scss|sass|less|styl|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|otf|eot|json|txt|pdf|mp4|webm)(?:\?|$)/.test(
		id,
	);

/** True for the specifier or id of a module that is not stateful. */
export function isStateless(specifier: string): boolean {
	const name = specifier.replace(/^\0/, '');
	if (
		isBuiltin(name) ||
		isAsset(name) ||
		/^(?:node|astro|virtual:astro|virtual:astro-slugline)[:/]/.test(name)
	)
		return true;
	// The module that adds the parts of a Vue component to it.
	if (name === 'plugin-vue:export-helper') return true;
	if (isOurs(name) || /^astro-slugline(?:\/|$)/.test(name) || name.startsWith('virtual:astro-slugline/'))
		return true;
	const found = packageOf(name);
	return statelessPackages.has(found) || /^(?:@astrojs\/|@vue\/|lodash\.)/.test(found);
}

/** The package of a specifier or an id; `''` for a module of the site. */
export function packageOf(name: string): string {
	const [, inModules] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name) ?? [];
	const [bare = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [];
	return inModules ?? (name.startsWith('/') || name.startsWith('.') ? '' : bare);
}
