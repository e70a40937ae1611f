import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroBuild } from '../decide/astro-app.js';
import { outputShape } from '../decide/output-files.js';
import { buildChannel } from '../tracking/index.js';

/**
 * Describes the second instance of a bundle. Call it when Astro has set up its prerenderer. Undefined if this version of Astro gives
 * the app nothing.
 */
export type RendererConfigOf = Awaited<ReturnType<typeof captureRendererConfig>>;

/** What a thread needs to load the pages of a build a second time. All of it can be sent to a thread. */
export type RendererConfig = NonNullable<ReturnType<RendererConfigOf>> & {
	/** The time at which it renders, in milliseconds since 1970. @default now */
	time?: number;
};

/** The functions of the channel that pages call, and what they do in a thread: the build is asked, or nothing happens. */
export type Services = Readonly<Record<string, 'ask' | 'ignore'>>;

/** What Astro gives the app of a bundle before it renders. */
interface Internals {
	pagesByKeys: ReadonlyMap<string, { styles: unknown[] }>;
	entrySpecifierToBundleMap: ReadonlyMap<string, string>;
}

/**
 * Makes Astro sort a copy of a route's styles for each page. It sorts them in place, and its comparison exchanges those of
 * `client:only` components every time, so that each page's order would depend on how many came before it.
 */
export function keepOrder({ pagesByKeys }: Pick<Internals, 'pagesByKeys'>): void {
	for (const { styles } of pagesByKeys.values())
		Object.defineProperty(styles, 'sort', { value: styles.toSorted });
}

/**
 * Notes what Astro gives the app of a bundle, which a second instance of it needs too.
 *
 * @param entry file of the module with which Astro renders pages
 * @param environment the environment before the build has run any code of the site
 */
export async function captureRendererConfig(entry: string, root: URL, environment: NodeJS.ProcessEnv) {
	const address = pathToFileURL(entry).href;
	let internals: Internals | undefined;
	const { app } = await import(address);
	const { setInternals } = Object.getPrototypeOf(app);
	app.setInternals = (given: Internals) => {
		internals = given;
		keepOrder(given);
		setInternals?.call(app, given);
	};
	/** @param drafts folder for unfinished files */
	return (build: AstroBuild, drafts: URL, services: Services) => {
		if (!internals) return undefined;
		const { config, adapter, buildOutput, scripts } = build.settings;
		const shape = outputShape(build);
		return {
			entry: address,
			/** The folder of the bundle. */
			folder: `${pathToFileURL(dirname(entry)).href}/`,
			root: root.href,
			drafts: drafts.href,
			environment,
			/** The parts of Astro's settings that rendering reads. */
			settings: {
				scripts,
				buildOutput,
				base: config.base,
				assets: config.build.assets,
				assetsPrefix: config.build.assetsPrefix as unknown,
				imageService: config.image.service.entrypoint,
				assetQueryParams: adapter?.client?.assetQueryParams?.toString(),
			},
			output: { ...shape, root: shape.root.href },
			/** Styles by the names of Astro's pages. */
			styles: new Map([...internals.pagesByKeys].map(([name, { styles }]) => [name, styles])),
			isSequential: config.build.concurrency === 1,
			entrySpecifiers: internals.entrySpecifierToBundleMap,
			// What the build does for pages. Its functions cannot be sent to a thread, which calls back.
			services: Object.entries(services).filter(([name]) => Reflect.get(buildChannel(), name) !== undefined),
		};
	};
}
