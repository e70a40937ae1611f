import type { MiddlewareHandler } from 'astro';

/** Added to sites with live collections. Prerendered pages pass, and load nothing of it. */
export const onRequest: MiddlewareHandler = async (context, next) => {
	if (context.isPrerendered) return next();
	const { serve } = await import('./serve.js');
	return serve(context, next);
};
