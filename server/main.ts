import path from 'node:path'
import { loadBuild } from './http/pages.ts'
import { run } from './run.ts'

// `npm start`. With dev.ts the only file with effects on import.
await run(() => loadBuild(path.resolve('build')))
