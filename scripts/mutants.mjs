// @ts-check
// `npm run mutants`: changes one operator, condition or number at a time in the files of tests/mutants/files.mjs, and
// looks if a test fails. `npm run mutants -- signed-links caches` takes only some files, by a part of their path or by
// their kind. Stryker is no dependency, because a first start would install it too: npm adds it to
// a copy of the project.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mutated } from '../tests/mutants/files.mjs'
import { npm, root, run, Stop, script, withNode } from './setup/command.mjs'
import { findRuntime } from './setup/runtime.mjs'

const stryker = ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1']
/** The percentage of mutants that must make a test fail. */
const scoreMin = 90

/**
 * @typedef {{ status: string, mutatorName: string, replacement?: string,
 * location: { start: { line: number, column: number }, end: { line: number, column: number } } }} Mutant
 */

await script(async () => {
  const wanted = process.argv.slice(2)
  const files = Object.entries(mutated).flatMap(([kind, ofKind]) =>
    Object.entries(ofKind).filter(
      ([file]) => !wanted.length || wanted.some((word) => kind === word || file.includes(word)),
    ),
  )
  if (!files.length) throw new Stop(`No file in tests/mutants/files.mjs matches "${wanted.join(' ')}".`)
  const node = await findRuntime()
  const copy = mkdtempSync(join(tmpdir(), 'malar-mutants-'))
  const total = { all: 0, living: 0 }
  try {
    await copyHouse(copy)
    for (const [file, tests] of files) {
      const { all, living } = tell(file, await mutate(file, tests, { node, copy }))
      total.all += all
      total.living += living
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  const noticed = total.all - total.living
  const score = total.all ? (100 * noticed) / total.all : 100
  console.log(
    `\nMutants noticed: ${noticed} of ${total.all}, ${score.toFixed(1)} % (at least ${scoreMin} % required)`,
  )
  return score >= scoreMin ? 0 : 1
})

/**
 * @param {string} file
 * @param {string[]} tests
 * @param {{ node: string, copy: string }} at
 * @returns {Promise<{ source: string, mutants: Mutant[] }>}
 */
async function mutate(file, tests, { node, copy }) {
  const report = join(copy, 'reports/mutation/mutation.json')
  rmSync(report, { force: true })
  writeFileSync(join(copy, 'stryker.config.json'), JSON.stringify(settings(file)))
  const cli = join(copy, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const env = withNode(node, { MUTANT_TESTS: JSON.stringify(tests) })
  const { code, output } = await run(node, [cli, 'run'], { env, cwd: copy })
  if (!existsSync(report)) throw new Stop(`${output}\nStryker ended with code ${code} and wrote no report.`)
  return JSON.parse(readFileSync(report, 'utf8')).files[file]
}

/** Copies the sources, uncommitted changes too, and installs packages and Stryker. @param {string} copy */
async function copyHouse(copy) {
  const { code, output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  if (code !== 0) throw new Stop(`git could not list the files: ${output.trim()}`)
  for (const source of output.split('\n').filter((name) => name && existsSync(join(root, name))))
    cpSync(join(root, source), join(copy, source))
  const [file, args] = npm()
  const flags = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev']
  const installed = await run(file, [...args, ...flags, ...stryker], { cwd: copy })
  if (installed.code !== 0) throw new Stop(`Stryker could not be installed:\n${installed.output.trim()}`)
}

/** @param {string} file */
function settings(file) {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
    mutate: [file],
    // Texts, and parts of statements and schemas, are not mutated: no test could prove each of them.
    mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration', 'Regex'] },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
    inPlace: true,
    reporters: ['json'],
    // Stryker would read tsconfig.json by an API that TypeScript 7 does not have.
    tsconfigFile: 'none',
  }
}

/**
 * Lists the mutants that no test noticed.
 * @param {string} file
 * @param {{ source: string, mutants: Mutant[] }} result
 */
function tell(file, { source, mutants }) {
  const counted = mutants.filter(
    ({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status),
  )
  const alive = counted.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  console.log(`${file}: ${counted.length - alive.length} of ${counted.length} noticed`)
  for (const mutant of alive) console.log(`  ${mutant.location.start.line}: ${changeOf(source, mutant)}`)
  return { all: counted.length, living: alive.length }
}

/** @param {string} source @param {Mutant} mutant */
function changeOf(source, { status, replacement = '', location: { start, end } }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  const text = lines.map((line, at) =>
    line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined),
  )
  const short = (/** @type {string} */ code) => code.replace(/\s+/g, ' ').slice(0, 60)
  return `${short(text.join('\n'))} → ${short(replacement)}${status === 'NoCoverage' ? ' (no test runs this)' : ''}`
}
