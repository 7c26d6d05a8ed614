import { enableCompileCache } from 'node:module'
import path from 'node:path'

// `npm start`. With dev.ts the only file with effects on import.
// What Node compiled is kept: reading TypeScript took a third of a start's processor time.
enableCompileCache(path.resolve('.cache/compile'))
const [{ loadBuild }, { run }] = await Promise.all([import('./http/rendering.ts'), import('./run.ts')])
await run(() => loadBuild(path.resolve('build')))
