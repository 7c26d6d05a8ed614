// @ts-check
// Finds the tests that a change concerns. Runs on Node 20.19 with nothing installed.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run, Stop } from './command.mjs'

/** Files that import everything or are imported by everything. Following their imports would choose every test. */
const assemblies = [
  'contract/index.ts',
  'server/app.ts',
  'server/deps.ts',
  'server/domains/deps.ts',
  'server/domains/index.ts',
  'server/http/context.ts',
  'server/reports/index.ts',
  'server/run.ts',
  'tests/harness/app.ts',
  'web/routes.ts',
]

/** Tests that are chosen by the path of a changed file, because they read sources as text or call every endpoint. */
const byPath = [
  { of: /./, tests: ['tests/architecture/docs.test.ts', 'tests/architecture/house.test.ts'] },
  { of: /^contract\/|\.routes\.ts$|^server\/reports\/index\.ts$/, tests: ['tests/http/access.test.ts'] },
  { of: /^(package|package-lock)\.json$/, tests: ['scripts/packages.test.ts'] },
  { of: /^\.dependency-cruiser\.mjs$/, tests: ['tests/architecture/walls.test.ts'] },
]

/** Tells if a file's imports are not followed. A room's index imports the whole room. @param {string} file */
const isAssembly = (file) => assemblies.includes(file) || /^server\/domains\/[^/]+\/index\.ts$/.test(file)

const code = /\.(tsx?|mjs)$/
/** Matches an import of values. Imports of types alone are left to the type check. */
const valueImport = /(?:^(?:import|export) (?!type)[^'"]*?|import\()'(\.[^']+)'/gm
const isSpec = (/** @type {string} */ file) => file.endsWith('.spec.ts')
const isTest = (/** @type {string} */ file) => /\.(test|spec)\.tsx?$/.test(file)

/**
 * Lists all files and the changed files. On a branch these are the files that changed since the branch left main. On
 * main they are the uncommitted files, or the files of the last commit if there are no uncommitted files.
 * @param {string} [since] another commit to compare with
 */
export async function findChanges(since) {
  const git = async (/** @type {string[]} */ ...args) => {
    const { code, output } = await run('git', args)
    if (code !== 0) throw new Stop(`--changed could not get the changed files from git: ${output.trim()}`)
    return output.split('\n').filter(Boolean)
  }
  const untracked = await git('ls-files', '--others', '--exclude-standard')
  const uncommitted = [...(await git('diff', '--name-only', 'HEAD')), ...untracked]
  const [head = ''] = await git('rev-parse', 'HEAD')
  const [fork = head] = since ? [since] : await git('merge-base', 'HEAD', 'main').catch(() => [])
  const before = uncommitted.length ? 'HEAD' : 'HEAD~1'
  const changed = await git('diff', '--name-only', fork === head ? before : fork)
  return {
    changed: [...new Set([...changed, ...untracked])].sort(),
    files: [...(await git('ls-files')), ...untracked].sort(),
  }
}

/**
 * Lists the test files of a change. These are tests that import a changed file, directly or through other files, and
 * tests in the folder of a changed file or of a file that imports it. A test over HTTP imports the whole server, so its
 * imports do not count.
 * @param {string[]} changed
 * @param {string[]} files all files of the project
 */
export function relatedTests(changed, files) {
  const importers = importersOf(files)
  const direct = changed.flatMap((file) => (isAssembly(file) ? [] : [...(importers.get(file) ?? [])]))
  const isPart = (/** @type {string} */ file) => code.test(file) && !isTest(file) && !isAssembly(file)
  const beside = new Set([...changed, ...direct].filter(isPart).map(dirname))
  const walking = byPath.flatMap(({ of, tests }) => (changed.some((file) => of.test(file)) ? tests : []))
  const reached = new Set(changed)
  for (const file of reached)
    if (!isAssembly(file)) for (const importer of importers.get(file) ?? []) reached.add(importer)
  return files.filter(
    (file) =>
      isTest(file) &&
      (changed.includes(file) ||
        walking.includes(file) ||
        (!isSpec(file) && (reached.has(file) || beside.has(dirname(file))))),
  )
}

/** Finds the files that import each file. @param {string[]} files @returns {Map<string, Set<string>>} */
function importersOf(files) {
  /** @type {Map<string, Set<string>>} */
  const importers = new Map()
  for (const file of files) {
    if (!code.test(file) || !existsSync(file)) continue
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(valueImport)) {
      const imported = join(dirname(file), target).replaceAll('\\', '/')
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
  }
  return importers
}
