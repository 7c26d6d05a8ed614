// @ts-check
// `npm run mutants`: changes one operator, condition or number at a time in the files of tests/mutants/files.mjs, and
// looks whether a test fails. `npm run mutants -- signed-links caches` takes only some, by a part of their path or by
// their kind. Stryker is no dependency, since a first start would install it too: npm adds it to a copy of the house.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mutated } from '../tests/mutants/files.mjs'
import { relatedTests } from './setup/changed.mjs'
import { npm, root, run, Stop, script, withNode } from './setup/command.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { findRuntime } from './setup/runtime.mjs'

const stryker = ['@stryker-mutator/core@10.1.1', '@stryker-mutator/vitest-runner@10.1.1']
/** So many of a hundred mutants must make a test fail. */
const scoreMin = 90

/** @typedef {{ status: string, mutatorName: string, replacement?: string, location: { start: { line: number, column: number }, end: { line: number, column: number } } }} Mutant */

await script(async () => {
  const wanted = process.argv.slice(2)
  /** @type {[string, import('../tests/mutants/files.mjs').Kind][]} */
  const kinds = Object.entries(mutated)
  const isMeant = (/** @type {string} */ kind, /** @type {string} */ file) =>
    !wanted.length || wanted.some((word) => kind === word || file.includes(word))
  const files = kinds.flatMap(([kind, { files }]) => files.filter((file) => isMeant(kind, file)))
  const extra = kinds.flatMap(([kind, { files, tests = [] }]) =>
    files.some((file) => isMeant(kind, file)) ? tests : [],
  )
  if (!files.length) throw new Stop(`No file of tests/mutants/files.mjs is meant by "${wanted.join(' ')}".`)
  await ensureInstalled()
  const node = await findRuntime()
  const copy = mkdtempSync(join(tmpdir(), 'malar-mutants-'))
  try {
    const sources = await copyHouse(copy)
    const near = relatedTests(files, sources).filter((file) => !file.startsWith('tests/'))
    const tests = [...new Set([...near, ...extra])]
    console.log(`Mutants of ${files.length} files, by ${tests.length} test files`)
    const env = withNode(node, { MUTANT_TESTS: JSON.stringify(tests) })
    writeFileSync(join(copy, 'stryker.config.json'), JSON.stringify(settings(files)))
    const cli = join(copy, 'node_modules/@stryker-mutator/core/bin/stryker.js')
    const { code } = await run(node, [cli, 'run'], { env, cwd: copy, show: true })
    const report = join(copy, 'reports/mutation/mutation.json')
    if (!existsSync(report)) throw new Stop(`Stryker ended with code ${code} and told nothing.`)
    return tell(JSON.parse(readFileSync(report, 'utf8')).files)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})

/** Copies the sources, uncommitted changes too, and installs packages and Stryker; answers the sources. @param {string} copy */
async function copyHouse(copy) {
  const { code, output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  if (code !== 0) throw new Stop(`The files are listed by git, which says: ${output.trim()}`)
  const sources = output.split('\n').filter((name) => name && existsSync(join(root, name)))
  for (const source of sources) cpSync(join(root, source), join(copy, source))
  const [file, args] = npm()
  const flags = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev']
  const installed = await run(file, [...args, ...flags, ...stryker], { cwd: copy })
  if (installed.code !== 0) throw new Stop(`Stryker could not be installed:\n${installed.output.trim()}`)
  return sources
}

/** @param {string[]} mutate */
function settings(mutate) {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
    mutate,
    // No single test could prove each text, or each part of a statement or a schema.
    mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration', 'Regex'] },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
    inPlace: true,
    reporters: ['json'],
    // Stryker reads tsconfig.json by an interface that TypeScript 7 does not have.
    tsconfigFile: 'none',
  }
}

/** Lists the mutants that no test noticed; answers the exit code. @param {Record<string, { source: string, mutants: Mutant[] }>} files */
function tell(files) {
  let all = 0
  let living = 0
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const counted = mutants.filter(
      ({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status),
    )
    const alive = counted.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    all += counted.length
    living += alive.length
    console.log(`\n${file}: ${counted.length - alive.length} of ${counted.length} noticed`)
    for (const mutant of alive) console.log(`  ${mutant.location.start.line}: ${changeOf(source, mutant)}`)
  }
  const score = all ? (100 * (all - living)) / all : 100
  console.log(`\n${all - living} of ${all} mutants noticed: ${score.toFixed(1)} % (${scoreMin} % asked)`)
  return score >= scoreMin ? 0 : 1
}

/** @param {string} source @param {Mutant} mutant */
function changeOf(source, { status, replacement = '', location: { start, end } }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  const text = lines.map((line, at) =>
    line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined),
  )
  const short = (/** @type {string} */ code) => code.replace(/\s+/g, ' ').slice(0, 60)
  return `${short(text.join('\n'))} → ${short(replacement)}${status === 'NoCoverage' ? ' (no test comes by)' : ''}`
}
