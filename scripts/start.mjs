// @ts-check
// `npm start`: installs and builds what is missing, then becomes (or starts) the server on its own Node.
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './setup/build.mjs'
import { handOver, script, withNode } from './setup/command.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { findRuntime, isThisProcess } from './setup/runtime.mjs'

const server = 'server/main.ts'
const follow = './scripts/setup/follow-parent.mjs'

// Only npm is followed: who starts this file directly may well leave it running behind.
if (process.env.npm_lifecycle_event) await import('./setup/follow-parent.mjs')

await script(async () => {
  await ensureInstalled()
  const node = await findRuntime()
  await ensureBuilt(node)
  // React answers a fifth of the pages when this says anything else.
  process.env.NODE_ENV = 'production'
  if (isThisProcess(node)) await import(pathToFileURL(server).href)
  else handOver(node, ['--import', follow, server], withNode(node))
})
