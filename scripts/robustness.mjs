// @ts-check
// `npm run robustness`: the tests of quality.md "Nothing lost, nobody in" at their full size, which takes many
// minutes. `npm test` runs the same at a size that fits two. `npm run robustness -- crash` runs one file.
import { ensureBuilt } from './setup/build.mjs'
import { run, script, tool, withNode } from './setup/command.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { findRuntime } from './setup/runtime.mjs'

/** Beside the folder of these tests: where the rest of R1 to R17 is proved. */
const elsewhere = [
  'tests/http',
  'server/domains/seats',
  'server/domains/enrolments',
  'server/domains/accounts',
  'server/platform/pictures',
]

await script(async () => {
  await ensureInstalled()
  const node = await findRuntime()
  await ensureBuilt(node)
  /** @type {NodeJS.ProcessEnv} */
  const env = withNode(node, {
    MALAR_ROBUSTNESS: 'full',
    MALAR_LAST_SEAT_ROUNDS: '20',
    MALAR_SEAT_HISTORIES: '2000',
  })
  delete env.NODE_ENV
  const given = process.argv.slice(2)
  const files = given.length ? given : ['tests/robustness', ...elsewhere]
  // One file after the other: what is measured here is not to wait for its neighbours.
  const args = ['run', '--no-file-parallelism', '--testTimeout=600000', ...files]
  const { code } = await run(node, [tool('vitest', 'vitest.mjs'), ...args], { env, show: true })
  return code
})
