import type { AstroIntegration, HookParameters } from 'astro';
import type { Plugin } from 'vite';

type Given = Parameters<HookParameters<'astro:build:start'>['setPrerenderer']>[0];
type Change = Extract<Given, (...given: never[]) => unknown>;
type Prerenderer = ReturnType<Change>;

/** The prerenderer of another integration. */
export interface OtherPrerenderer {
	/** The name of the integration. */
	owner: string;
	/** Changes Astro's own, which still renders the pages; undefined if something else renders them. */
	change: Change | undefined;
}

/**
 * Notes which prerenderer other integrations set. Astro uses the last one only, so ours has to contain theirs.
 *
 * @param integrations of the final config; their hooks are replaced by some that call them
 */
export function watchPrerenderers(
	integrations: readonly AstroIntegration[],
	note: (given: OtherPrerenderer) => void,
): void {
	for (const { name, hooks } of integrations) {
		const begin = hooks['astro:build:start'];
		if (!begin) continue;
		hooks['astro:build:start'] = (parameters) =>
			begin({
				...parameters,
				setPrerenderer(prerenderer) {
					note({ owner: name, change: changeOf(prerenderer) });
					parameters.setPrerenderer(prerenderer);
				},
			});
	}
}

/** What renders pages, and what their reads are recorded by. */
const rendering = ['setup', 'getStaticPaths', 'render'] as const satisfies (keyof Prerenderer)[];

/** A change of Astro's prerenderer that leaves alone what renders pages. It is tried on one that does nothing. */
function changeOf(given: Given): Change | undefined {
	if (typeof given !== 'function') return undefined;
	const empty: Prerenderer = {
		...{ name: 'none', setup: async () => {}, getStaticPaths: async () => [] },
		render: async () => new Response(null),
	};
	const changed = given(empty);
	return rendering.every((name) => changed[name] === empty[name]) ? given : undefined;
}

/**
 * Sets the entry of the prerenderer. If the site has an adapter, Astro leaves this to the code that sets a prerenderer, although
 * this one only wraps Astro's own.
 *
 * @param wraps true if the prerenderer is Astro's
 */
export function prerenderEntry(wraps: () => boolean): Plugin {
	return {
		name: 'astro-keep:prerender-entry',
		configEnvironment(name, { build }) {
			if (name !== 'prerender' || build?.rolldownOptions?.input || !wraps()) return;
			return { build: { rolldownOptions: { input: 'astro/entrypoints/prerender' } } };
		},
	};
}
