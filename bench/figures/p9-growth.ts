import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type Bench, interleaved, type Result } from '../measure.ts'
import { startChild } from '../processes.ts'

const fewRows = 1000
const manyRows = 100_000

/** P9: what a page of a list, and the dashboard, cost at 100,000 orders and enrolments against 1,000 of each. */
export const growth: Bench = async ({ school, isFull, log }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'malar-bench-'))
  const children = [fewRows, manyRows].map((rows) => {
    const dataDir = path.join(folder, String(rows))
    cpSync(school, dataDir, { recursive: true })
    log(`Growing a school to ${rows.toLocaleString('en')} orders and enrolments`)
    grow(path.join(dataDir, 'malar.db'), rows)
    return { dataDir, child: startChild('growing.ts') }
  })
  try {
    const [few, many] = children
    if (!few || !many) return []
    const names = await few.child.ask<string[]>({ dataDir: few.dataDir })
    await many.child.ask({ dataDir: many.dataDir })
    const results: Result[] = []
    for (const name of names) {
      const question = { name, times: isFull ? 60 : 25 }
      const rounds = await interleaved(
        isFull ? 11 : 7,
        () => many.child.ask<number>(question),
        () => few.child.ask<number>(question),
      )
      results.push({
        id: 'P9',
        what: `${name}, 100,000 orders and enrolments against 1,000`,
        ours: `${rounds.ours.toFixed(2)} cpu ms`,
        baseline: `${rounds.baseline.toFixed(2)} cpu ms`,
        figure: rounds.ratio,
        promise: { atMost: 1.5 },
      })
    }
    return results
  } finally {
    for (const { child } of children) await child.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies orders, and enrolments with their payments, until there are so many; each an hour before the last. */
function grow(file: string, wanted: number): void {
  const db = new DatabaseSync(file)
  const all = (text: string) => db.prepare(text).all() as Record<string, SQLInputValue>[]
  const orders = all('select * from shop_order')
  const enrolments = all(`select * from enrolment where status = 'confirmed'`)
  const payments = new Map(
    all(`select * from payment where subject = 'enrolment'`).map((row) => [row['subject_id'], row]),
  )
  const insert = (table: string, row: Record<string, SQLInputValue>) => {
    const names = Object.keys(row)
    db.prepare(`insert into ${table} (${names}) values (${names.map(() => '?')})`).run(...Object.values(row))
  }
  // The same two years at either size.
  const from = Date.now() - 730 * 24 * 3_600_000
  const at = (n: number) => new Date(from + (n / wanted) * 729 * 24 * 3_600_000).toISOString()
  db.exec('begin')
  for (let n = orders.length; n < wanted; n++) {
    const order = orders[n % orders.length] ?? {}
    insert('shop_order', {
      ...order,
      id: `grown-${n}`,
      number: `GROWN-${n}`,
      created_at: at(n),
      paid_at: order['paid_at'] === null ? null : at(n),
    })
  }
  for (let n = enrolments.length; n < wanted; n++) {
    const enrolment = enrolments[n % enrolments.length] ?? {}
    const payment = payments.get(enrolment['id'] ?? '')
    const id = `grown-${n}`
    const common = { id, created_at: at(n) }
    insert('enrolment', {
      ...enrolment,
      ...common,
      reference: `GROWN-E-${n}`,
      email: `${n}@grown.example`,
      confirmed_at: at(n),
    })
    if (payment) {
      insert('payment', { ...payment, ...common, subject_id: id, provider_reference: id, settled_at: at(n) })
    }
  }
  db.exec('commit')
  db.close()
}
