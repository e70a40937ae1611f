/** The version of this package. Written from package.json by `npm run build`; do not edit. */
export const packageVersion = '0.1.0';
