// `npm run mutate -- --seed=1 --count=200`: changes the code that decides which pages a build renders, one place at a time, and runs
// the unit tests of `test/keep`. A change that no test notices is a rule that no test holds: it is printed, and the
// share of those that were noticed decides the exit code. `--list` prints the changes without trying them.
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@typescript-eslint/parser';
import { createVitest } from 'vitest/node';
import config from '../vitest.config.ts';
import { equivalent } from './mutants.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const source = `${root}packages/astro-keep/src/`;

/** The files whose functions take facts and decide, with their tests. */
const testsOf = {
	'code/code.ts': ['code-by-page'],
	'code/code-by-page.ts': ['code-by-page'],
	'code/linked-assets.ts': ['code-by-page'],
	'decide/answerer.ts': ['answerer', 'read-set'],
	'decide/decide.ts': ['decide'],
	'isolation/coverage.ts': ['coverage', 'conclude'],
	'isolation/classify.ts': ['isolation-check'],
	'isolation/compare.ts': ['compare', 'isolation-check', 'next-state'],
	'isolation/extent.ts': ['extent'],
	'isolation/isolation-check.ts': ['isolation-check'],
	'isolation/conclude.ts': ['conclude'],
	'render/next-state.ts': ['next-state'],
	'render/pages-to-check.ts': ['pages-to-check'],
	'render/render-again.ts': ['render-again'],
	'render/plan.ts': ['plan', 'make-plan'],
};
const files = Object.keys(testsOf);

/** The share of changes that the tests must notice. */
const wantedShare = 0.85;
/** Milliseconds of CPU time after which a run has met an endless loop. Most runs take one or two seconds. */
const maxRunMs = 30_000;

const option = (name, otherwise) => {
	const given = process.argv.find((one) => one.startsWith(`--${name}=`));
	return given ? Number(given.slice(name.length + 3)) : otherwise;
};

/** Other operators, each with those that are put in its place. */
const operators = {
	...{
		'===': ['!=='],
		'!==': ['==='],
		'<': ['<=', '>'],
		'<=': ['<', '>'],
		'>': ['>=', '<'],
		'>=': ['>', '<'],
	},
	...{ '+': ['-'], '-': ['+'], '*': ['/'], '&&': ['||'], '||': ['&&'], '??': ['&&'] },
};

/** Methods whose call can be left out, so that what they are called on remains, or that have an opposite. */
const leftOut = new Set(['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'replace']);
const opposites = { some: 'every', every: 'some' };

/** The changes of one node, as texts that replace it. */
function changesOf(node, text) {
	const of = (part) => text.slice(...part.range);
	switch (node.type) {
		case 'BinaryExpression':
		case 'LogicalExpression':
			return (operators[node.operator] ?? []).map(
				(other) => `(${of(node.left)}) ${other} (${of(node.right)})`,
			);
		case 'UnaryExpression':
			return node.operator === '!' ? [of(node.argument)] : [];
		case 'Literal':
			return typeof node.value === 'boolean' ? [String(!node.value)] : [];
		case 'ConditionalExpression':
			return [of(node.consequent), of(node.alternate)];
		case 'CallExpression': {
			const { property, object } = node.callee;
			if (node.callee.type !== 'MemberExpression' || node.callee.computed) return [];
			if (leftOut.has(property.name)) return [of(object)];
			const other = opposites[property.name];
			return other ? [`${of(object)}.${other}(${node.arguments.map(of).join()})`] : [];
		}
		default:
			return [];
	}
}

/** Types of nodes that say nothing to a running program. */
const withoutCode = /^(?:TS(?:Interface|TypeAlias|TypeAnnotation|TypeParameter)|ImportDeclaration)/;

/** All changes of a file, with the ranges that they replace. */
function mutantsOf(name) {
	const text = readFileSync(source + name, 'utf8');
	const mutants = [];
	const add = (node, to, kind = 'expression') =>
		mutants.push({
			name,
			kind,
			range: node.range,
			line: node.loc.start.line,
			from: text.slice(...node.range),
			to,
		});
	const visit = (node) => {
		if (typeof node?.type !== 'string' || withoutCode.test(node.type)) return;
		for (const to of changesOf(node, text)) add(node, to);
		if (node.type === 'IfStatement') for (const to of ['true', 'false']) add(node.test, to);
		const call = node.type === 'ExpressionStatement' && (node.expression.argument ?? node.expression);
		if (call && call.type === 'CallExpression') add(node, ';', 'statement');
		for (const [key, child] of Object.entries(node)) {
			if (key === 'parent' || key === 'typeArguments' || key === 'returnType') continue;
			for (const one of Array.isArray(child) ? child : [child]) visit(one);
		}
	};
	visit(parse(text, { range: true, loc: true }));
	return mutants;
}

/** The text of a file with all of its changes, of which `globalThis.mutant` switches on one. */
function switched(text, mutants) {
	const emit = (start, end, inside) => {
		let at = start;
		let out = '';
		while (inside.length > 0) {
			const [first] = inside;
			const [from, to] = first.range;
			const same = inside.filter(({ range }) => range[0] === from && range[1] === to);
			const within = inside.filter(
				(one) => !same.includes(one) && one.range[0] >= from && one.range[1] <= to,
			);
			const plain = emit(from, to, within);
			out += text.slice(at, from);
			out += same.reduceRight(
				(rest, { id, to: other, kind }) =>
					kind === 'statement'
						? `{ if (globalThis.mutant !== ${id}) ${rest} }`
						: `(globalThis.mutant === ${id} ? (${other}) : (${rest}))`,
				plain,
			);
			at = to;
			inside = inside.filter(({ range }) => range[0] >= to);
		}
		return out + text.slice(at, end);
	};
	const sorted = mutants.toSorted(
		(one, other) => one.range[0] - other.range[0] || other.range[1] - one.range[1],
	);
	return emit(0, text.length, sorted);
}

/** Numbers between 0 and 1 that follow from a seed (mulberry32). */
function random(seed) {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

function chosen(seed, count) {
	const next = random(seed);
	const all = files.flatMap(mutantsOf).map((mutant) => ({ mutant, place: next() }));
	all.sort((one, other) => one.place - other.place);
	return all.slice(0, count).map(({ mutant }, id) => ({ ...mutant, id: id + 1 }));
}

const shownAs = ({ name, line, from, to, kind }) => {
	const brief = (text) => text.replace(/\s+/g, ' ').slice(0, 90);
	return `${name}:${line}  ${brief(from)}  →  ${kind === 'statement' ? '(left out)' : brief(to)}`;
};

/** Runs the tests in one process that stays, for each number that it is sent. */
async function work() {
	const mutants = chosen(option('seed', 1), option('count', 200));
	const byFile = Map.groupBy(mutants, ({ name }) => source + name);
	const { test, resolve, ssr } = config.test.projects.find((project) => project.test.name === 'unit');
	const setup = {
		name: 'mutants',
		enforce: 'pre',
		transform(text, id) {
			if (id === `${root}test/mutants.mjs`) return text;
			const ofFile = byFile.get(id);
			return ofFile && switched(text, ofFile);
		},
	};
	// A thread may have been started before the number is known, so that it reads a file.
	process.env.SLUGLINE_MUTANT = join(mkdtempSync(join(tmpdir(), 'slugline-mutant-')), 'number');
	const vitest = await createVitest(
		'test',
		{
			...{ ...test, name: undefined, config: false, root, watch: true, reporters: [{}], bail: 1 },
			...{
				include: ['test/keep/*.test.ts'],
				pool: 'threads',
				maxWorkers: 1,
				isolate: true,
				fsModuleCache: false,
			},
			setupFiles: [test.setupFiles, 'test/mutants.mjs'].flat(),
		},
		{ configFile: false, resolve, ssr, server: { watch: null }, plugins: [setup] },
	);
	let errors = 0;
	const run = async (id) => {
		writeFileSync(process.env.SLUGLINE_MUTANT, String(id));
		const names = testsOf[mutants.find((mutant) => mutant.id === id)?.name] ?? Object.values(testsOf).flat();
		const tests = await vitest.globTestSpecifications(names.map((name) => `keep/${name}.test.ts`));
		const { testModules, unhandledErrors } = await vitest.rerunTestSpecifications(tests);
		// The result has the modules of earlier runs, too.
		const ran = new Set(tests.map(({ moduleId }) => moduleId));
		const failed = testModules.some((module) => ran.has(module.moduleId) && !module.ok());
		const isQuiet = unhandledErrors.length === errors;
		errors = unhandledErrors.length;
		return !failed && isQuiet;
	};
	await vitest.standalone();
	process.on('message', async ({ id }) => {
		const began = process.cpuUsage();
		// The tests run in threads, so that this one can still tell.
		const watch = setInterval(() => {
			const { user, system } = process.cpuUsage(began);
			if (id > 0 && (user + system) / 1000 > maxRunMs) process.send({ id, passed: false, isEndless: true });
		}, 1000);
		const passed = await run(id);
		clearInterval(watch);
		process.send({ id, passed });
	});
	process.send({ ready: true });
}

/** Starts the process that runs the tests. */
function start() {
	const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--work'], {
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	/** The next message of this kind. */
	const answer = (isMeant) =>
		new Promise((answered, failed) => {
			const exited = () => failed(new Error('The process that runs the tests has ended.'));
			const received = (message) => {
				if (!isMeant(message)) return;
				child.off('exit', exited).off('message', received);
				answered(message);
			};
			child.on('exit', exited).on('message', received);
		});
	return {
		ready: answer(({ ready }) => ready),
		run(id) {
			const answered = answer((message) => message.id === id);
			child.send({ id });
			return answered;
		},
		stop: () => child.kill('SIGKILL'),
	};
}

async function main() {
	const mutants = chosen(option('seed', 1), option('count', 200));
	if (process.argv.includes('--list')) {
		for (const mutant of mutants) console.log(shownAs(mutant));
		return;
	}
	let runner = start();
	await runner.ready;
	const { passed } = await runner.run(0);
	if (!passed) throw new Error('The tests fail without a change.');
	const survivors = [];
	let done = 0;
	for (const mutant of mutants) {
		const result = await runner.run(mutant.id);
		if (result.isEndless) {
			runner.stop();
			runner = start();
			await runner.ready;
		}
		done += 1;
		if (done % 20 === 0) console.error(`${done} of ${mutants.length}`);
		if (result.passed) {
			survivors.push(mutant);
			const key = shownAs(mutant).replace(/:\d+ /, ':');
			console.log(`not noticed: ${shownAs(mutant)}${equivalent[key] ? `\n    ${equivalent[key]}` : ''}`);
		}
	}
	runner.stop();
	const noticed = mutants.length - survivors.length;
	const share = noticed / mutants.length;
	console.log(`${noticed} of ${mutants.length} changes were noticed (${(share * 100).toFixed(1)} %).`);
	process.exitCode = share >= wantedShare ? 0 : 1;
}

await (process.argv.includes('--work') ? work() : main());
