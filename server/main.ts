import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { boundMemory } from './platform/memory.ts'

boundMemory(process.env)
// Compiling TypeScript took a third of the start's time, so `npm start` caches compiled code.
enableCompileCache(path.resolve('.cache/compile'))
const [{ loadBuild }, { run }] = await Promise.all([import('./http/rendering.ts'), import('./run.ts')])
await run(() => loadBuild(path.resolve('build')))
