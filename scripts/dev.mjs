// @ts-check
// `npm run dev`: one process for pages and API. It starts anew when server/ or contract/ changes; changed pages are
// replaced in the browser.
import { handOver, script, withNode } from './setup/command.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { findRuntime } from './setup/runtime.mjs'

await script(async () => {
  await ensureInstalled()
  const node = await findRuntime()
  const watch = ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output']
  handOver(node, [...watch, 'server/dev.ts'], withNode(node, { NODE_ENV: 'development' }))
})
