import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

/** A program that a test starts keeps its compiled code where `server/main.ts` does: compiling takes half of its time. */
export const compileCache = { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../.cache/compile') }

/** One of `scripts/`, with these variables and the path alone. */
export const runScript = (name: string, args: string[], env: Record<string, string>) =>
  promisify(execFile)(
    process.execPath,
    [path.resolve(import.meta.dirname, `../../scripts/${name}.ts`), ...args],
    {
      env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'silent', ...compileCache, ...env },
    },
  ).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
