// Writes the version of package.json to where the sources read it. Runs with every build, and with `npm version`.
import { readFileSync, writeFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

const { version } = JSON.parse(read('package.json'));
const file = 'src/shared/version.ts';
const text = `/** The version of this package. Written from package.json by \`npm run build\`; do not edit. */
export const packageVersion = '${version}';
`;
if (read(file) !== text) writeFileSync(new URL(file, import.meta.url), text);
