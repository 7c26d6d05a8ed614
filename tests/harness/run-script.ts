import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * Lets programs that a test starts reuse compiled code, as `server/main.ts` does. Compiling takes half of a program's
 * time.
 */
export const compileCache = { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../.cache/compile') }

/** Runs a program of `scripts/`. The program's environment contains only `env` and PATH. */
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
