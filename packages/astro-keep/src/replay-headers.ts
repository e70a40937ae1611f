import type { AstroIntegration, HookParameters, IntegrationResolvedRoute } from 'astro';
import type { Outcome } from './render/tracked-build.js';

/**
 * Gives integrations the headers of all pages where Astro gives them those of the rendered ones.
 *
 * @param integrations of the final config; their hooks are replaced by some that call them
 */
export function replayHeaders(
	integrations: readonly AstroIntegration[],
	made: () => { outcome: Outcome | undefined; routes: readonly IntegrationResolvedRoute[] },
): void {
	for (const { hooks } of integrations) {
		const generated = hooks['astro:build:generated'];
		if (!generated) continue;
		hooks['astro:build:generated'] = (parameters) => {
			const { outcome, routes } = made();
			if (outcome) addHeaders(parameters.routeToHeaders, outcome, routes);
			return generated(parameters);
		};
	}
}

/** Adds the headers of the pages that stay, in the order in which Astro would have rendered all. */
function addHeaders(
	all: HookParameters<'astro:build:generated'>['routeToHeaders'],
	{ state, plan }: Outcome,
	routes: readonly IntegrationResolvedRoute[],
) {
	for (const page of plan.pages) {
		const { pathname, route } = page.path;
		const kept = plan.reused.has(page) ? state.pages.get(page.id)?.headers : undefined;
		const resolved = routes.find((one) => one.pattern === route.route && one.entrypoint === route.component);
		const copy = new Headers(kept?.map(([name, value]): [string, string] => [name, value]));
		const payload = all.get(pathname) ?? (kept && resolved && { headers: copy, route: resolved });
		all.delete(pathname);
		if (payload) all.set(pathname, payload);
	}
}
