import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { boundMemory } from './platform/memory.ts'

boundMemory(process.env)
// This is `npm start`. Node's compiled code is cached: compiling TypeScript took a third of a start's processor time.
enableCompileCache(path.resolve('.cache/compile'))
const [{ loadBuild }, { run }] = await Promise.all([import('./http/rendering.ts'), import('./run.ts')])
await run(() => loadBuild(path.resolve('build')))
