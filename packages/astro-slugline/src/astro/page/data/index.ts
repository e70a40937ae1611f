export { assetName, assetNamePattern } from './asset-name.js';
export type { AssetsModule } from './assets-module.js';
export { type BlokComponent, lookedUpMeta } from './bloks-module.js';
export { contentTypeKey, contentTypeOf } from './content-type.js';
export type { LocalImagesModule } from './local-images-module.js';
export { dataDigest } from './own-digest.js';
export { type PageOptions, pageOptions } from './page-options.js';
export type { Alternate, RouteData, RoutesModule, SpaceRoutes } from './routes-module.js';
export type { ServiceModule } from './service-module.js';
