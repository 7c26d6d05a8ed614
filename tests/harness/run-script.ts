import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

/** One of `scripts/`, with these variables and the path alone. */
export const runScript = (name: string, args: string[], env: Record<string, string>) =>
  promisify(execFile)(
    process.execPath,
    [path.resolve(import.meta.dirname, `../../scripts/${name}.ts`), ...args],
    {
      env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'silent', ...env },
    },
  ).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
