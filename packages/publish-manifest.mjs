// Runs before and after npm packs a package. Its package.json is published without what only the tests of this repository import:
// the condition that leads to sources, and rooms that no site needs.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const kept = '.package.json.kept';
const ofTests = ['./wire', './sync', './routing'];

const [step] = process.argv.slice(2);
if (step === 'restore') renameSync(kept, 'package.json');
else {
	const text = readFileSync('package.json', 'utf8');
	const { exports, ...manifest } = JSON.parse(text);
	const published = Object.entries(exports).filter(([subPath]) => !ofTests.includes(subPath));
	for (const [, target] of published) delete target['slugline-source'];
	writeFileSync(kept, text);
	writeFileSync(
		'package.json',
		`${JSON.stringify({ ...manifest, exports: Object.fromEntries(published) }, null, 2)}\n`,
	);
}
