// @ts-check
// `npm start`: installs and builds what is missing, then becomes (or starts) the server on its own Node.
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './setup/build.mjs'
import { handOver, script, withNode } from './setup/command.mjs'
import { findRuntime, isThisProcess } from './setup/runtime.mjs'

const server = 'server/main.ts'
const follow = './scripts/setup/follow-parent.mjs'

// The server stops when npm ends. If a shell starts this file directly, the server goes on after the shell is closed.
if (process.env.npm_lifecycle_event) await import('./setup/follow-parent.mjs')

await script(async () => {
  const node = await findRuntime()
  await ensureBuilt(node)
  // React with any other NODE_ENV renders five times as slowly.
  process.env.NODE_ENV = 'production'
  if (isThisProcess(node)) await import(pathToFileURL(server).href)
  else handOver(node, ['--import', follow, server], withNode(node))
})
