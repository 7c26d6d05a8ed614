// @ts-check
// `npm test`: installs and builds what is missing, then runs the checks, the tests in Node and the browser journeys.
// `npm test -- enrol` runs only the test files that have "enrol" in their path, `npm test -- --changed` the checks and
// the tests that a change concerns. The last line is "N passed, N failed".
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { findBrowser } from './setup/browser.mjs'
import { ensureBuilt } from './setup/build.mjs'
import { findChanges, relatedTests } from './setup/changed.mjs'
import { run, Stop, script, tool, withNode } from './setup/command.mjs'
import { findRuntime } from './setup/runtime.mjs'

/** @typedef {{ passed: number, failures: string[] }} Count */

const changedFlag = process.argv.find((argument) => /^--changed(=|$)/.test(argument))
/** Parts of the paths of test files to run; empty runs all files. */
let filter = process.argv.slice(2).filter((argument) => argument !== changedFlag)
const reports = '.cache/test'

await script(async () => {
  /** @type {Count} */
  const total = { passed: 0, failures: [] }
  /** @type {string[]} */
  const notRun = []
  try {
    const node = await findRuntime()
    rmSync(reports, { recursive: true, force: true })
    const steps = await choose(node)
    for (const step of steps) {
      const { passed, failures, output } = await step(node)
      total.passed += passed
      total.failures.push(...failures)
      notRun.push(...output.split('\n').filter((line) => line.includes('did NOT run')))
    }
    if (total.passed + total.failures.length === 0) total.failures.push('no tests match')
  } catch (error) {
    if (!(error instanceof Stop)) console.error(error)
    total.failures.push(error instanceof Stop ? error.message : 'the test script itself failed (see above)')
  }
  if (total.failures.length) console.log(`\nFailed:\n${total.failures.map((name) => `  ${name}`).join('\n')}`)
  for (const line of new Set(notRun)) console.log(`\n${line.trim()}`)
  console.log(`\n${total.passed} passed, ${total.failures.length} failed`)
  return total.failures.length ? 1 : 0
})

/** Chooses the tests. The pages are built only if a test opens them. @param {string} node */
async function choose(node) {
  if (changedFlag === undefined) {
    await ensureBuilt(node)
    return filter.length ? [nodeTests, journeys] : [checksAndNodeTests, journeys]
  }
  const { changed, files } = await findChanges(changedFlag.split('=')[1])
  const tests = relatedTests(changed, files)
  filter = tests
  console.log(`Files changed: ${changed.length}. Test files to run: ${tests.length}.`)
  if (!tests.length) return [checks]
  if (!tests.some((file) => file.endsWith('.spec.ts'))) return [checksAndNodeTests]
  await ensureBuilt(node)
  return [checksAndNodeTests, journeys]
}

/**
 * Runs the checks beside the tests in Node, which leave a fifth of the processors' time unused. The checks have a lower
 * priority, so that they hardly slow down a test that measures time.
 * @param {string} node
 * @returns {Promise<Count & { output: string }>}
 */
async function checksAndNodeTests(node) {
  const results = await Promise.all([checks(node, constants.priority.PRIORITY_BELOW_NORMAL), nodeTests(node)])
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
    output: results.map(({ output }) => output).join('\n'),
  }
}

/**
 * @param {string} node
 * @param {number} [priority]
 * @returns {Promise<Count & { output: string }>}
 */
async function checks(node, priority = constants.priority.PRIORITY_NORMAL) {
  const onStart = (/** @type {number} */ pid) => setPriority(pid, priority)
  const { code, output } = await run(node, ['scripts/check.mjs'], { env: withNode(node), onStart })
  console.log(`\n— Checks\n${output}`)
  return { passed: code === 0 ? 1 : 0, failures: code === 0 ? [] : ['npm run check'], output }
}

/** @param {string} node @returns {Promise<Count & { output: string }>} */
async function nodeTests(node) {
  console.log('\n— Tests in Node')
  const report = `${reports}/vitest.json`
  /** @type {NodeJS.ProcessEnv} */
  const env = withNode(node)
  // React would lack functions that the tests need with NODE_ENV=production.
  delete env.NODE_ENV
  const flags = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = [tool('vitest', 'vitest.mjs'), 'run', ...flags, '--passWithNoTests', ...filter]
  const { code, output } = await run(node, args, { env, show: true })
  const { testResults = [] } = read(report)
  /** @type {Count} */
  const count = { passed: 0, failures: [] }
  for (const { name, status, assertionResults } of testResults) {
    const file = name.replace(`${process.cwd()}/`, '')
    for (const test of assertionResults)
      if (test.status === 'passed') count.passed++
      else {
        const state = test.status === 'failed' ? '' : ` (${test.status})`
        count.failures.push(`${file} > ${test.fullName}${state}${because(test.failureMessages[0])}`)
      }
    if (status !== 'passed' && !assertionResults.some((/** @type {any} */ test) => test.status === 'failed'))
      count.failures.push(`${file} (the file itself)`)
  }
  return { ...whole(count, code, 'Vitest'), output }
}

/** @param {string} node @returns {Promise<Count & { output: string }>} */
async function journeys(node) {
  console.log('\n— Journeys in the browser')
  const env = withNode(node, { CHROMIUM_PATH: await findBrowser(node), NODE_ENV: 'production' })
  const args = [tool('@playwright/test', 'cli.js'), 'test', '--pass-with-no-tests', ...filter]
  const { code, output } = await run(node, args, { env, show: true })
  const { suites = [] } = read(`${reports}/playwright.json`)
  /** @type {Count} */
  const count = { passed: 0, failures: [] }
  const walk = (/** @type {any} */ suite, /** @type {string} */ path) => {
    for (const inner of suite.suites ?? []) walk(inner, `${path} > ${inner.title}`)
    for (const spec of suite.specs ?? [])
      for (const test of spec.tests)
        if (test.status === 'expected') count.passed++
        else {
          const state = test.status === 'unexpected' ? '' : ` (${test.status})`
          const said = because(test.results.at(-1)?.errors.at(-1)?.message)
          count.failures.push(`${path} > ${spec.title} [${test.projectName}]${state}${said}`)
        }
  }
  for (const suite of suites) walk(suite, `tests/e2e/${suite.title}`)
  return { ...whole(count, code, 'Playwright'), output }
}

/**
 * Cuts a failure to its first lines, to print them again at the end: often only the end of the output is kept.
 * @param {string | undefined} message
 */
function because(message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  const said = lines.filter((line) => line.trim() !== '').slice(0, 8)
  return said.map((line) => `\n      ${line.slice(0, 200)}`).join('')
}

/**
 * Counts a test runner as one failure if it ended with an error though no test failed (it crashed, or an error came
 * from outside a test), or if it found no test in a run of all files.
 * @param {Count} count
 * @param {number} code
 * @param {string} runner
 * @returns {Count}
 */
function whole(count, code, runner) {
  if (code !== 0 && count.failures.length === 0) count.failures.push(`${runner} ended with code ${code}`)
  if (count.passed + count.failures.length === 0 && !filter.length)
    count.failures.push(`${runner} ran no tests`)
  return count
}

/** @param {string} file @returns {any} an empty object if the runner ended before it wrote the file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
