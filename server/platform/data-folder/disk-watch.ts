import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '../../db/open.ts'
import { every } from '../every.ts'
import type { Logger } from '../logger.ts'

const proveEvery = 5
const lookMsMax = 10_000

export type DiskWatch = ReturnType<typeof startDiskWatch>

interface DiskWatchDeps {
  dataDir: string
  freeMbMin: number
  db: Pick<Database, 'engine' | 'findMovedFile'>
  isLockInPlace: () => boolean
  log: Logger
  everyMs?: number
}

export function startDiskWatch(deps: DiskWatchDeps) {
  const { dataDir, freeMbMin, db, log } = deps
  const consequence =
    db.engine === 'sqlite' ? 'Until then, nothing more is saved.' : 'Until then, no more pictures are saved.'
  let problem: string | null = null
  let writeProblem: string | null = null
  let lookBegan: number | null = null

  async function look(count: number): Promise<string | null> {
    const moved = db.findMovedFile()
    if (moved === 'database') {
      return 'The database file was moved or deleted while the server was running. Nothing more is being saved. Put the same file back under the same name. If it’s gone, stop the server and restore the newest backup.'
    }
    if (moved === 'log') {
      return 'A file beside the database (-wal or -shm) was moved or deleted while the server was running. What was saved before that is in the database file. Restart the server. Until then, nothing more is saved.'
    }
    if (!deps.isLockInPlace()) {
      return `The lock of the data folder was moved or deleted while the server was running. Restart the server. ${consequence}`
    }
    const { bavail, bsize, blocks } = await statfs(dataDir)
    // Some file systems report no sizes.
    if (blocks > 0 && bavail * bsize < freeMbMin * 1_000_000) {
      return `Less than ${freeMbMin} MB is free on the data folder’s disk. Free up space. ${consequence}`
    }
    if (count % proveEvery === 0) writeProblem = await proveWrite(dataDir, consequence)
    return writeProblem
  }

  let count = 0
  const loop = every(
    'checking the disk',
    deps.everyMs ?? 1_000,
    async () => {
      lookBegan = performance.now()
      const found = await look(count++).catch(
        (error: NodeJS.ErrnoException) =>
          `The data folder can’t be read (${error.code}). Check the disk. ${consequence}`,
      )
      lookBegan = null
      if (found === problem) return
      if (found === null) log.info('the problem with the disk is over')
      else log.error({ problem: found }, 'there is a problem with the disk')
      problem = found
    },
    { log },
  )

  return {
    ...loop,
    /** Returns a message for the operator, without paths; null if there is no problem. */
    findProblem(): string | null {
      if (lookBegan !== null && performance.now() - lookBegan > lookMsMax) {
        return `The data folder’s disk isn’t responding. Check the machine. ${consequence}`
      }
      return problem
    },
  }
}

async function proveWrite(dataDir: string, consequence: string): Promise<string | null> {
  const file = path.join(dataDir, 'write-proof')
  try {
    await writeFile(file, '.', { mode: 0o600, flush: true })
    await rm(file)
    return null
  } catch (error) {
    return `The data folder can’t be written to (${(error as NodeJS.ErrnoException).code}). Check the disk and the folder’s permissions. ${consequence}`
  }
}
