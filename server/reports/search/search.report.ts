import { phoneIn } from '../../../contract/phones.ts'
import type { RecordKind } from '../../../contract/records.ts'
import { recordTable } from '../../../contract/records.ts'
import { hasRight } from '../../../contract/rights.ts'
import type { SearchHit } from '../../../contract/system/search.ts'
import { amountInWords, counted, dayInWords, timeInWords } from '../../../contract/words.ts'
import { hasWords, newestWithWords, type Rows } from '../../db/page.ts'
import type { ReportDeps } from '../../domains/deps.ts'
import { listFlowerPage, listRecipePage } from '../../domains/store/index.ts'

const hitsAKind = 5

/** A search takes the same time in small and large tables. */
export function createSearchReport({ db: { read } }: ReportDeps) {
  function withWords<Row>(rows: Rows<Row>, texts: readonly string[], typed: string): Promise<Row[]> {
    return rows.where(hasWords(texts, typed)).limit(hitsAKind).execute()
  }

  /**
   * A whole e-mail address, phone number or reference is searched in all rows, but other texts only in the newest rows.
   */
  const newest = <Row>(rows: Rows<Row>, texts: readonly string[], typed: string) =>
    newestWithWords(read, rows, { texts, typed, limit: hitsAKind })

  async function seats(kind: 'enrolment' | 'event-booking', typed: string): Promise<SearchHit[]> {
    const ofKind = read
      .selectFrom('seat')
      .select(['id', 'reference', 'name', 'email', 'phone', 'course_id', 'created_at'])
      .where('kind', '=', kind)
      // This condition lets the database use the partial index for bookings.
      .$if(kind === 'event-booking', (rows) => rows.where('transaction_id', 'is not', null))
    const exactly = (column: 'email' | 'phone' | 'reference', value: string) =>
      ofKind.where(column, '=', value).orderBy('created_at', 'desc').limit(hitsAKind).execute()
    const rows = await firstOf([
      exactly('reference', typed.toUpperCase()),
      exactly('email', typed.toLowerCase()),
      exactly('phone', phoneIn(typed) ?? typed),
      newest(ofKind, ['name', 'email', 'phone', 'reference'], typed),
    ])
    if (rows.length === 0) return []
    const courseIds = rows.map((row) => row.course_id)
    const courses = await read
      .selectFrom('course')
      .select(['id', 'title'])
      .where('id', 'in', courseIds)
      .execute()
    const titles = new Map(courses.map(({ id, title }) => [id, title]))
    return rows.map(({ id, name, course_id, reference }) =>
      hit(kind, id, name, `${titles.get(course_id) ?? ''} · ${reference}`, reference),
    )
  }

  /** Hits are shown in this order of kinds. */
  const finders: Partial<Record<RecordKind, (typed: string) => Promise<SearchHit[]>>> = {
    async class(typed) {
      const all = read
        .selectFrom('course')
        .select(['id', 'title', 'category'])
        .where('deleted_at', 'is', null)
      const rows = await withWords(all.orderBy('created_at', 'desc'), ['title'], typed)
      return rows.map(({ id, title, category }) => hit('class', id, title, category))
    },

    async product(typed) {
      const all = read.selectFrom('product').select(['id', 'name', 'price_in_paise'])
      const living = all.where('deleted_at', 'is', null).orderBy('created_at', 'desc')
      const rows = await withWords(living, ['name'], typed)
      return rows.map((row) => hit('product', row.id, row.name, amountInWords(row.price_in_paise)))
    },

    async order(typed) {
      const all = read
        .selectFrom('shop_order')
        .select(['id', 'number', 'customer_name', 'status', 'email', 'phone', 'created_at'])
      const rows = await firstOf([
        all.where('number', '=', typed.toUpperCase()).execute(),
        newest(all, ['number', 'customer_name', 'email', 'phone'], typed),
      ])
      return rows.map((row) => hit('order', row.id, row.number, `${row.customer_name} · ${row.status}`))
    },

    async coupon(typed) {
      const all = read
        .selectFrom('coupon')
        .select(['id', 'code', 'series', 'note', 'created_at'])
        .where('deleted_at', 'is', null)
      const rows = await firstOf([
        all.where('code', '=', typed.toUpperCase()).execute(),
        newest(all, ['code', "coalesce(series, '')"], typed),
      ])
      return rows.map(({ id, code, series, note }) => hit('coupon', id, code, series ?? note ?? 'Coupon'))
    },

    enrolment: (typed) => seats('enrolment', typed),
    'event-booking': (typed) => seats('event-booking', typed),

    async student(typed) {
      const all = read
        .selectFrom('student')
        .select(['id', 'name', 'email', 'note', 'created_at'])
        .select((eb) => eb.fn.coalesce('phone', eb.val('')).as('phone'))
        .where('deleted_at', 'is', null)
      const rows = await newest(all, ['name', 'email', 'phone'], typed)
      return rows.map(({ id, name, email, phone, note }) =>
        hit('student', id, name, note ?? (email || phone || 'added by staff')),
      )
    },

    async enquiry(typed) {
      const all = read.selectFrom('enquiry').select(['id', 'name', 'email', 'phone', 'kind', 'created_at'])
      const rows = await newest(all, ['name', 'email', 'phone'], typed)
      return rows.map(({ id, name, kind, email }) => hit('enquiry', id, name, kind, email))
    },

    async instructor(typed) {
      const all = read.selectFrom('instructor').select(['id', 'name', 'email', 'specialization'])
      const living = all.where('deleted_at', 'is', null).orderBy('name')
      const rows = await withWords(living, ['name', 'email'], typed)
      return rows.map((row) => hit('instructor', row.id, row.name, row.specialization ?? row.email))
    },

    async room(typed) {
      const all = read.selectFrom('room').select(['id', 'name', 'address']).where('deleted_at', 'is', null)
      const rows = await withWords(all.orderBy('name'), ['name', "coalesce(address, '')"], typed)
      return rows.map(({ id, name, address }) => hit('room', id, name, address ?? 'at the school'))
    },

    async 'delivery-zone'(typed) {
      const zones = read.selectFrom('delivery_zone').select(['id', 'name']).where('deleted_at', 'is', null)
      const slots = read.selectFrom('delivery_slot').selectAll().where('deleted_at', 'is', null)
      const days = read.selectFrom('delivery_day').select(['id', 'day', 'closed_for'])
      const [ofZones, ofSlots, ofDays] = await Promise.all([
        withWords(zones.orderBy('name'), ['name', 'pincodes'], typed),
        withWords(slots.orderBy('starts_at'), ['name'], typed),
        withWords(days.orderBy('day', 'desc'), ['day', "coalesce(closed_for, '')"], typed),
      ])
      return [
        ...ofZones.map(({ id, name }) => hit('delivery-zone', id, name, 'pincodes and fees')),
        ...ofSlots.map(({ id, name, starts_at, ends_at }) =>
          hit('delivery-slot', id, name, `${timeInWords(starts_at)} to ${timeInWords(ends_at)}`),
        ),
        ...ofDays.map(({ id, day, closed_for }) =>
          hit('delivery-day', id, dayInWords(day), closed_for ?? 'different capacity', day),
        ),
      ]
    },

    async flower(typed) {
      const { rows } = await listFlowerPage(read, { q: typed, limit: hitsAKind })
      return rows.map((row) => hit('flower', row.id, row.name, `${row.unit}, ${row.bunch_size} in a bunch`))
    },

    async recipe(typed) {
      const { rows } = await listRecipePage(read, { q: typed, limit: hitsAKind })
      return rows.map(({ id, name, size_name, stems }) =>
        hit('recipe', id, name, [size_name, counted(stems.length, 'flower')].filter(Boolean).join(', ')),
      )
    },

    async post(typed) {
      const all = read
        .selectFrom('journal_post')
        .select(['id', 'title', 'slug'])
        .where('deleted_at', 'is', null)
      const rows = await withWords(all.orderBy('created_at', 'desc'), ['title'], typed)
      return rows.map(({ id, title, slug }) => hit('post', id, title, `/blog/${slug}`))
    },
  }

  return {
    /** Lists at most five hits of each kind that the role may see; exact matches come first. */
    async find(asked: string, role: string): Promise<SearchHit[]> {
      const typed = asked.trim()
      const kinds = Object.keys(finders) as RecordKind[]
      const shown = kinds.flatMap((kind) =>
        hasRight(role, recordTable[kind].right) ? (finders[kind] ?? []) : [],
      )
      return (await Promise.all(shown.map((find) => find(typed)))).flat()
    },
  }
}

function hit(kind: SearchHit['kind'], id: string, title: string, detail: string, q = title): SearchHit {
  return { kind, id, title, detail, q }
}

async function firstOf<Row extends { id: string }>(queries: readonly Promise<Row[]>[]): Promise<Row[]> {
  const rows = (await Promise.all(queries)).flat()
  return [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, hitsAKind)
}
