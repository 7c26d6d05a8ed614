// @ts-check
// `npm run robustness`: the tests of crashes and outages at full size, which takes many minutes. `npm test` runs them
// at a smaller size, in two minutes. `npm run robustness -- crash` runs one file.
import { ensureBuilt } from './setup/build.mjs'
import { run, script, tool, withNode } from './setup/command.mjs'
import { findRuntime } from './setup/runtime.mjs'

const elsewhere = [
  'tests/http',
  'server/domains/registrations',
  'server/domains/orders',
  'server/domains/store/delivery',
  'server/domains/accounts',
  'server/platform/pictures',
]

await script(async () => {
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
  // One file after the other, so that tests do not slow down each other's measurements.
  const args = ['run', '--no-file-parallelism', '--testTimeout=600000', ...files]
  const { code } = await run(node, [tool('vitest', 'vitest.mjs'), ...args], { env, show: true })
  return code
})
