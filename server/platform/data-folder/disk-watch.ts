import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '../../db/open.ts'
import { every } from '../every.ts'
import type { Logger } from '../logger.ts'
import * as text from './disk-watch.en.ts'

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
  const consequence = db.engine === 'sqlite' ? text.nothingSaved : text.noPictureSaved
  let problem: string | null = null
  let writeProblem: string | null = null
  let lookBegan: number | null = null

  async function look(count: number): Promise<string | null> {
    const moved = db.findMovedFile()
    if (moved === 'database') return text.databaseMoved
    if (moved === 'log') return text.logMoved
    if (!deps.isLockInPlace()) return text.lockMoved({ consequence })
    const { bavail, bsize, blocks } = await statfs(dataDir)
    // Some file systems report no sizes.
    if (blocks > 0 && bavail * bsize < freeMbMin * 1_000_000) {
      return text.diskFull({ megabytes: freeMbMin, consequence })
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
      const found = await look(count++).catch(({ code = '' }: NodeJS.ErrnoException) =>
        text.notReadable({ code, consequence }),
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
        return text.notResponding({ consequence })
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
    const { code = '' } = error as NodeJS.ErrnoException
    return text.notWritable({ code, consequence })
  }
}
