import { chmodSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Malar's own files in a data folder; other files are not ours to change. */
const ours = /^(malar\.db|secret|lock|database-mark|uploads$|outbox$)/
const sticky = 0o1000

/** Closes the data folder to other accounts. Answers the paths that another account owns. */
export function closeToOthers(dataDir: string): string[] {
  // Windows has no such modes.
  if (process.platform === 'win32') return []
  const failed: string[] = []
  const close = (file: string) => {
    try {
      const stat = statSync(file)
      const mode = stat.mode & 0o7777
      const closed = mode & (stat.isDirectory() ? 0o7700 : 0o600)
      // A folder that all accounts share by design, such as /tmp, stays open.
      if (mode !== closed && !(file === dataDir && mode & sticky)) chmodSync(file, closed)
    } catch (error) {
      // It may be gone by now.
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
      // The target of a link belongs to somebody else.
      if (!entry.isSymbolicLink()) close(path.join(entry.parentPath, entry.name))
    }
  }
  return failed
}
