import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { givenMarkdown, givenSpace, wantAsset } from '../../page/tracking/index.js';
import type { AstroBuild } from '../decide/astro-app.js';
import { outputShape } from '../decide/output-files.js';
import type { Instance } from './protocol.js';

/**
 * Describes the second instance of a bundle. Call it when Astro has set up its prerenderer. Undefined if this version of Astro gives
 * the app nothing.
 */
export type InstanceOf = (build: AstroBuild, drafts: URL) => Instance | undefined;

/** What Astro gives the app of a bundle before it renders. */
interface Internals {
	pagesByKeys: ReadonlyMap<string, { styles: readonly unknown[] }>;
	entrySpecifierToBundleMap: ReadonlyMap<string, string>;
}

/**
 * Notes what Astro gives the app of a bundle, which a second instance of it needs too.
 *
 * @param entry file of the module with which Astro renders pages
 * @param environment the environment before the build has run any code of the site
 */
export async function watchInstance(
	entry: string,
	root: URL,
	environment: NodeJS.ProcessEnv,
): Promise<InstanceOf> {
	const address = pathToFileURL(entry).href;
	let internals: Internals | undefined;
	const { app } = await import(address);
	const { setInternals } = Object.getPrototypeOf(app);
	app.setInternals = (given: Internals) => {
		internals = given;
		setInternals?.call(app, given);
	};
	return (build, drafts) => {
		if (!internals) return undefined;
		const { config, adapter, buildOutput, scripts } = build.settings;
		const shape = outputShape(build);
		return {
			entry: address,
			folder: `${pathToFileURL(dirname(entry)).href}/`,
			root: root.href,
			drafts: drafts.href,
			environment,
			settings: {
				scripts,
				buildOutput,
				base: config.base,
				assets: config.build.assets,
				assetsPrefix: config.build.assetsPrefix,
				imageService: config.image.service.entrypoint,
				assetQueryParams: adapter?.client?.assetQueryParams?.toString(),
			},
			output: { ...shape, root: shape.root.href },
			styles: new Map([...internals.pagesByKeys].map(([name, { styles }]) => [name, styles])),
			isSequential: config.build.concurrency === 1,
			entrySpecifiers: internals.entrySpecifierToBundleMap,
			hasMarkdown: givenMarkdown() !== undefined,
			answersSpace: givenSpace() !== undefined,
			wantsAssets: wantAsset() !== undefined,
		};
	};
}
