import { chmodSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** A data folder may contain files that Malar did not create. The permissions of such files stay unchanged. */
const ours = /^(malar\.db|secret|lock|database-mark|uploads$|outbox$)/
const sticky = 0o1000

/** Denies other accounts access to the folder. Returns the paths that another account owns. */
export function closeToOthers(dataDir: string): string[] {
  if (process.platform === 'win32') return []
  const failed: string[] = []
  const close = (file: string) => {
    try {
      const stat = statSync(file)
      const mode = stat.mode & 0o7777
      const closed = mode & (stat.isDirectory() ? 0o7700 : 0o600)
      // A folder such as /tmp is shared by all accounts on purpose.
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
      // The target of a link may belong to another account.
      if (!entry.isSymbolicLink()) close(path.join(entry.parentPath, entry.name))
    }
  }
  return failed
}
