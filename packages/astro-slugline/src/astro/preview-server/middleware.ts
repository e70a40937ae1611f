import type { MiddlewareHandler } from 'astro';

/** Shows the pages of a route in preview. What does so is loaded with the first request. @param pattern of the route */
export const showIn =
	(pattern: string): MiddlewareHandler =>
	async (context, next) => {
		// The route that Astro has found: paths can be written in many ways.
		if (context.routePattern !== pattern) return next();
		const { answer } = await import('./serve.js');
		return answer(context, next);
	};
