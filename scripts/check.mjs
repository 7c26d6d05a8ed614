// @ts-check
// `npm run check`: runs every check that needs no running server. Prints one line for each check, and the whole output
// of each check that fails.
import { availableParallelism } from 'node:os'
import { run, script, tool, withNode } from './setup/command.mjs'
import { findRuntime } from './setup/runtime.mjs'

/** Imports between these folders are restricted. */
const walled = ['contract', 'drawings', 'server', 'web']

/**
 * The number of type checkers. Type checkers repeat each other's work, so four take twice the processor time of one.
 */
const checkers = String(Math.min(4, Math.ceil(availableParallelism() / 2)))

/** @typedef {{ name: string, args: string[], judge?: (output: string) => string }} Check */

/** @type {Check[]} the slow ones first */
const checks = [
  { name: 'lint', args: [tool('oxlint', 'bin/oxlint'), '--deny-warnings'] },
  {
    name: 'types',
    args: [tool('typescript', 'bin/tsc'), '--noEmit', '--project', '.', '--checkers', checkers],
  },
  {
    name: 'walls',
    args: [
      tool('dependency-cruiser', 'bin/dependency-cruiser.mjs'),
      '--config=.dependency-cruiser.mjs',
      '--output-type=err-long',
      ...walled,
    ],
    judge: sawEnough,
  },
  { name: 'dead code', args: [tool('knip', 'bin/knip.js'), '--no-progress'] },
  { name: 'format', args: [tool('@biomejs/biome', 'bin/biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'lock file', args: ['scripts/complete-lock.mjs', '--check'] },
  { name: 'packages', args: ['scripts/check-packages.mjs'] },
]

await script(async () => {
  const node = await findRuntime()
  const waiting = [...checks]
  let failed = 0
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const began = Date.now()
      const { code, output } = await run(node, check.args, { env: withNode(node) })
      const fault = code === 0 ? (check.judge?.(output) ?? '') : output.trim()
      const seconds = `${((Date.now() - began) / 1000).toFixed(1)} s`.padStart(7)
      console.log(`${check.name.padEnd(10)} ${code === 0 && !fault ? 'ok    ' : 'FAILED'} ${seconds}`)
      if (code === 0 && !fault) continue
      failed++
      console.log(`${fault}\n`)
    }
  }
  await Promise.all([worker(), worker()])
  return failed ? 1 : 0
})

/**
 * Returns a fault if dependency-cruiser read too few modules, because it reports success even without a parser.
 * @param {string} output
 */
function sawEnough(output) {
  const [, modules] = /\((\d+) modules, \d+ dependencies cruised\)/.exec(output) ?? []
  return Number(modules) >= 200
    ? ''
    : `Modules read: ${modules ?? 'none'}. There should be at least 200. Check that the parser is installed.`
}
