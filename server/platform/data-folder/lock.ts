import { statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5
/** One of several processes that start at once waits this long for the tries of the others. */
const waitMs = 1_000

/**
 * Keeps a data folder for this process; null if another one has it. The lock is SQLite's, on the empty file `lock`, so
 * the system ends it with the process. It also ends when the answer is collected, or when this process opens and closes
 * the file elsewhere. @throws with one sentence where the file cannot be locked
 */
export function lockDataFolder(dataDir: string) {
  const file = path.join(dataDir, 'lock')
  let handle: DatabaseSync | undefined
  try {
    handle = new DatabaseSync(file, { timeout: waitMs })
    // The journal is in memory, so that a killed process leaves no file behind.
    handle.exec('pragma journal_mode = memory; begin exclusive')
  } catch (cause) {
    handle?.close()
    const { errcode = 0, message } = cause as Error & { errcode?: number }
    if ((errcode & 0xff) === SQLITE_BUSY) return null
    throw new Error(`${file} cannot be locked (${message}): DATA_DIR must be a folder on a local disk`, {
      cause,
    })
  }
  const held = handle
  const own = statSync(file, { bigint: true })
  return {
    /** Says if the locked file still has its name, because another process locks by the name. */
    isInPlace() {
      const now = statSync(file, { bigint: true, throwIfNoEntry: false })
      return now?.ino === own.ino && now.dev === own.dev
    },
    release: () => held.close(),
  }
}
