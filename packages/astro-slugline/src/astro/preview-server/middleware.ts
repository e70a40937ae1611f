import type { MiddlewareHandler } from 'astro';

/** Shows pages below a path, in preview. What does so is loaded with the first request. @param prefix the path, with the site's base */
export const showBelow =
	(prefix: string): MiddlewareHandler =>
	async (context, next) => {
		const { pathname } = context.url;
		if (context.isPrerendered || (pathname !== prefix && !pathname.startsWith(`${prefix}/`))) return next();
		const { answer } = await import('./serve.js');
		return answer(context, next);
	};
