declare module 'virtual:astro-slugline/routes' {
	const routes: import('./src/astro/paths/routes-module.js').RoutesModule;
	export default routes;
}

declare module 'virtual:astro-slugline/page' {
	export const Page: (props: { story: unknown }) => unknown;
	export const collection: never;
}
