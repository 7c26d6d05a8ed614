import { spawn } from 'node:child_process'
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../../tests/harness/run-script.ts'
import { withRowLock } from './guards.ts'
import {
  type Address,
  createTestDatabase,
  openTestDatabase,
  type TestDatabase,
} from './test-tables.fixture.ts'

/** The jobs that a second process can run on a database. */
const jobs = {
  async migrate(address: Address) {
    await (await createTestDatabase(address)).close()
  },

  async count(address: Address) {
    const db = await openTestDatabase(address)
    await countUp(db, 400, 20)
    await db.close()
  },

  /** Writes pairs of rows until the process is killed, and prints the number of each acknowledged pair. */
  async writeForEver(address: Address) {
    const db = await openTestDatabase(address)
    let next = 0
    const caller = async () => {
      for (;;) {
        const pair = `${process.pid}-${next++}`
        await db.transaction(async (tx) => {
          await tx
            .insertInto('entry')
            .values({ id: `${pair}-a`, counter: 'main' })
            .execute()
          await tx
            .insertInto('entry')
            .values({ id: `${pair}-b`, counter: 'main' })
            .execute()
        })
        writeSync(1, `${pair}\n`)
      }
    }
    await Promise.all(Array.from({ length: 20 }, caller))
  },

  /** Marks all topics at the same time, each in its own transaction. */
  async mark(address: Address, ...topics: string[]) {
    const db = await openTestDatabase(address)
    const mark = (topic: string) => db.transaction((tx) => db.changes.mark(tx as never, topic))
    await Promise.all(topics.map(mark))
    await db.close()
  },
}

/** Reads the counter and writes it back increased by one, in `times` transactions by `callers` callers. */
export async function countUp(db: TestDatabase, times: number, callers: number): Promise<void> {
  let begun = 0
  const caller = async () => {
    while (begun++ < times) {
      await db.transaction(async (tx) => {
        const { value } = await tx
          .selectFrom('counter')
          .select('value')
          .where('name', '=', 'main')
          .$call(withRowLock(tx))
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('counter')
          .set({ value: value + 1 })
          .where('name', '=', 'main')
          .execute()
      })
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
}

export interface ChildProcess {
  /** The lines that the process prints, as they come. */
  lines: AsyncIterable<string>
  kill(): void
  /** Resolves to the exit code, or to null if the process was killed. */
  exited: Promise<number | null>
}

/** Two handles of one SQLite file in one thread would wait for each other, so the job runs in a real process. */
export function runInOtherProcess(job: keyof typeof jobs, address: Address, ...rest: string[]): ChildProcess {
  const file = fileURLToPath(import.meta.url)
  const child = spawn(process.execPath, [file, job, JSON.stringify(address), ...rest], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...compileCache },
  })
  return {
    lines: createInterface({ input: child.stdout }),
    kill: () => child.kill('SIGKILL'),
    exited: new Promise((resolve) => child.once('close', resolve)),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [job, address, ...rest] = process.argv.slice(2) as [keyof typeof jobs, string, ...string[]]
  await (jobs[job] as (address: Address, ...rest: string[]) => Promise<void>)(JSON.parse(address), ...rest)
}
