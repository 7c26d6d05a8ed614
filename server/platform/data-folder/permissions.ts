import { chmodSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Other files in a data folder are not ours to change. */
const ours = /^(malar\.db|secret|lock|database-mark|uploads$|outbox$)/
const sticky = 0o1000

/** Closes the folder to other accounts. Answers the paths that another account owns. */
export function closeToOthers(dataDir: string): string[] {
  if (process.platform === 'win32') return []
  const failed: string[] = []
  const close = (file: string) => {
    try {
      const stat = statSync(file)
      const mode = stat.mode & 0o7777
      const closed = mode & (stat.isDirectory() ? 0o7700 : 0o600)
      // All accounts share a folder such as /tmp by design.
      if (mode !== closed && !(file === dataDir && mode & sticky)) chmodSync(file, closed)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed.push(file)
    }
  }
  close(dataDir)
  for (const name of readdirSync(dataDir)) {
    if (!ours.test(name)) continue
    const file = path.join(dataDir, name)
    close(file)
    if (name !== 'uploads' && name !== 'outbox') continue
    for (const entry of readdirSync(file, { recursive: true, withFileTypes: true })) {
      // A link's target belongs to somebody else.
      if (!entry.isSymbolicLink()) close(path.join(entry.parentPath, entry.name))
    }
  }
  return failed
}
