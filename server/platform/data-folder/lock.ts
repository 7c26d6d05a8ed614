import { statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5
/** A second process on the same folder stops waiting for the lock after this time. */
const waitMs = 1_000

/**
 * Locks the data folder; null if another process has the lock. The lock is a SQLite lock on the empty file `lock`, so
 * the operating system releases it when the process ends. The lock is also lost if the returned object is
 * garbage-collected, or if the process closes the file elsewhere.
 * @throws Error with a one-line message if the file cannot be locked
 */
export function lockDataFolder(dataDir: string) {
  const file = path.join(dataDir, 'lock')
  let handle: DatabaseSync | undefined
  try {
    handle = new DatabaseSync(file, { timeout: waitMs })
    // A journal in memory leaves no file behind when the process is killed.
    handle.exec('pragma journal_mode = memory; begin exclusive')
  } catch (cause) {
    handle?.close()
    const { errcode = 0, message } = cause as Error & { errcode?: number }
    if ((errcode & 0xff) === SQLITE_BUSY) return null
    throw new Error(`${file} can’t be locked (${message}). Set DATA_DIR to a folder on a local disk`, {
      cause,
    })
  }
  const held = handle
  const own = statSync(file, { bigint: true })
  return {
    /**
     * True if the file `lock` is still the locked file. If the file was replaced, another process could lock the new
     * file.
     */
    isInPlace() {
      const now = statSync(file, { bigint: true, throwIfNoEntry: false })
      return now?.ino === own.ino && now.dev === own.dev
    },
    release: () => held.close(),
  }
}
