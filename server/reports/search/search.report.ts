import type { SearchHit } from '../../../contract/search.ts'
import { amountInWords } from '../../../contract/words.ts'
import { hasWords } from '../../db/page.ts'
import type { Deps } from '../../domains/deps.ts'

export type SearchReport = ReturnType<typeof createSearchReport>

const hitsAKind = 5
/** Words are looked for in so many of the newest rows; a whole e-mail address, phone number or reference in all. */
const newestRows = 2000

/** Records for the command palette. Its cost does not grow with the tables. */
export function createSearchReport({ db: { read } }: Deps) {
  async function courses(typed: string): Promise<SearchHit[]> {
    const rows = await read
      .selectFrom('course')
      .select(['id', 'title', 'category'])
      .where('deleted_at', 'is', null)
      .where(hasWords(['title'], typed))
      .orderBy('created_at', 'desc')
      .limit(hitsAKind)
      .execute()
    return rows.map(({ id, title, category }) => ({ kind: 'class', id, title, detail: category, q: title }))
  }

  async function seats(kind: 'enrolment' | 'event-booking', typed: string): Promise<SearchHit[]> {
    const ofKind = read
      .selectFrom('seat')
      .select(['id', 'reference', 'name', 'email', 'phone', 'course_id', 'created_at'])
      .where('kind', '=', kind)
      // By this the database finds the index of bookings alone.
      .$if(kind === 'event-booking', (rows) => rows.where('transaction_id', 'is not', null))
    const newest = ofKind.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(newestRows)
    const byWords = read
      .selectFrom(newest.as('newest'))
      .selectAll()
      .where(hasWords(['name', 'email', 'phone', 'reference'], typed))
      .orderBy('created_at', 'desc')
      .limit(hitsAKind)
    const exactly = (column: 'email' | 'phone' | 'reference', value: string) =>
      ofKind.where(column, '=', value).orderBy('created_at', 'desc').limit(hitsAKind)
    const found = await Promise.all([
      exactly('reference', typed.toUpperCase()).execute(),
      exactly('email', typed.toLowerCase()).execute(),
      exactly('phone', typed.replace(/^\+91|[\s-]/g, '')).execute(),
      byWords.execute(),
    ])
    const rows = [...new Map(found.flat().map((row) => [row.id, row])).values()].slice(0, hitsAKind)
    if (rows.length === 0) return []
    const titles = await read
      .selectFrom('course')
      .select(['id', 'title'])
      .where(
        'id',
        'in',
        rows.map((row) => row.course_id),
      )
      .execute()
    return rows.map((row) => ({
      kind,
      id: row.id,
      title: row.name,
      detail: `${titles.find(({ id }) => id === row.course_id)?.title ?? ''} · ${row.reference}`,
      q: row.reference,
    }))
  }

  async function enquiries(typed: string): Promise<SearchHit[]> {
    const newest = read
      .selectFrom('enquiry')
      .select(['id', 'name', 'email', 'phone', 'kind', 'created_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(newestRows)
    const rows = await read
      .selectFrom(newest.as('newest'))
      .selectAll()
      .where(hasWords(['name', 'email', 'phone'], typed))
      .orderBy('created_at', 'desc')
      .limit(hitsAKind)
      .execute()
    return rows.map((row) => ({
      kind: 'enquiry',
      id: row.id,
      title: row.name,
      detail: row.kind,
      q: row.email,
    }))
  }

  async function instructors(typed: string): Promise<SearchHit[]> {
    const rows = await read
      .selectFrom('instructor')
      .select(['id', 'name', 'email', 'specialization'])
      .where('deleted_at', 'is', null)
      .where(hasWords(['name', 'email'], typed))
      .orderBy('name')
      .limit(hitsAKind)
      .execute()
    return rows.map((row) => ({
      kind: 'instructor',
      id: row.id,
      title: row.name,
      detail: row.specialization ?? row.email,
      q: row.name,
    }))
  }

  async function products(typed: string): Promise<SearchHit[]> {
    const rows = await read
      .selectFrom('product')
      .select(['id', 'name', 'price_in_paise'])
      .where('deleted_at', 'is', null)
      .where(hasWords(['name'], typed))
      .orderBy('created_at', 'desc')
      .limit(hitsAKind)
      .execute()
    return rows.map((row) => ({
      kind: 'product',
      id: row.id,
      title: row.name,
      detail: amountInWords(row.price_in_paise),
      q: row.name,
    }))
  }

  async function orders(typed: string): Promise<SearchHit[]> {
    const columns = ['id', 'number', 'customer_name', 'status', 'created_at'] as const
    const newest = read
      .selectFrom('shop_order')
      .select([...columns, 'email', 'phone'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(newestRows)
    const found = await Promise.all([
      read.selectFrom('shop_order').select(columns).where('number', '=', typed.toUpperCase()).execute(),
      read
        .selectFrom(newest.as('newest'))
        .select(columns)
        .where(hasWords(['number', 'customer_name', 'email', 'phone'], typed))
        .orderBy('created_at', 'desc')
        .limit(hitsAKind)
        .execute(),
    ])
    const rows = [...new Map(found.flat().map((row) => [row.id, row])).values()].slice(0, hitsAKind)
    return rows.map((row) => ({
      kind: 'order',
      id: row.id,
      title: row.number,
      detail: `${row.customer_name} · ${row.status}`,
      q: row.number,
    }))
  }

  return {
    /** At most five of each kind; those that are named exactly stand first. */
    async find(typed: string): Promise<SearchHit[]> {
      const words = typed.trim()
      const found = await Promise.all([
        courses(words),
        products(words),
        orders(words),
        seats('enrolment', words),
        seats('event-booking', words),
        enquiries(words),
        instructors(words),
      ])
      return found.flat()
    },
  }
}
