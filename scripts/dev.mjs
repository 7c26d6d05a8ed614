// @ts-check
// `npm run dev`: one process for pages and API. The process restarts when server/ or contract/ changes. Changed pages
// appear in the browser without a restart.
import { handOver, script, withNode } from './setup/command.mjs'
import { findRuntime } from './setup/runtime.mjs'

await script(async () => {
  const node = await findRuntime()
  const watch = ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output']
  handOver(node, [...watch, 'server/dev.ts'], withNode(node, { NODE_ENV: 'development' }))
})
