import { spawn } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The same program with another script of the pages' start, so that the names of scripts differ. */
export async function buildAnother(root: string, folder: string): Promise<void> {
  const left = new Set(['node_modules', '.git', 'build', 'data', '.cache', 'tests'])
  cpSync(root, folder, { recursive: true, filter: (from) => !left.has(path.relative(root, from)) })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  // The server's account reads it.
  chmodSync(folder, 0o755)
  const entry = path.join(folder, 'web/entry.client.tsx')
  writeFileSync(entry, `${readFileSync(entry, 'utf8')}\nperformance.mark('another build')\n`)
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'], {
    cwd: folder,
    env,
    stdio: 'ignore',
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`The other build ended with ${code}`)
}
