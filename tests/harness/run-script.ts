import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

/** Where `server/main.ts` keeps its compiled code: half of the time of a script goes into compiling it. */
const compiled = path.resolve(import.meta.dirname, '../../.cache/compile')

/** One of `scripts/`, with these variables and the path alone. */
export const runScript = (name: string, args: string[], env: Record<string, string>) =>
  promisify(execFile)(
    process.execPath,
    [path.resolve(import.meta.dirname, `../../scripts/${name}.ts`), ...args],
    {
      env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'silent', NODE_COMPILE_CACHE: compiled, ...env },
    },
  ).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
