import { spawn } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Builds the same program with a changed entry script, so that the file names of its scripts differ. */
export async function buildAnother(root: string, folder: string): Promise<void> {
  const left = new Set(['node_modules', '.git', 'build', 'data', '.cache', 'tests'])
  cpSync(root, folder, { recursive: true, filter: (from) => !left.has(path.relative(root, from)) })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  // The account that runs the server must be able to read the folder.
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
