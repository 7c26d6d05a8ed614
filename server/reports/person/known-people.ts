import { sql } from 'kysely'
import { folded } from '../../../contract/folded.ts'
import type { KnownPerson } from '../../../contract/people/people.ts'
import { phoneIn } from '../../../contract/phones.ts'
import { newestWithWords, type Rows } from '../../db/page.ts'
import type { SeatStatus } from '../../db/schema.ts'
import type { ReadDatabase } from '../../domains/deps.ts'
import { mailboxOf } from '../../platform/recipients.ts'

const peopleMax = 5
/**
 * A whole phone number or e-mail address is searched in all rows, but other texts only in this number of the newest
 * rows.
 */
const rowsMax = 50

interface Found {
  kind: 'seat' | 'student'
  id: string
  name: string
  email: string
  phone: string
  created_at: string
}

const live: SeatStatus[] = ['pending', 'confirmed']

/** Finds people with a seat or a record that staff wrote, each person once, latest first. */
export async function findKnownPeople({ read }: ReadDatabase, asked: string): Promise<KnownPerson[]> {
  const typed = asked.trim()
  const columns = ['id', 'name', 'email', 'phone', 'created_at'] as const
  const seats: Rows<Found> = read.selectFrom('seat').select(columns).select(sql<'seat'>`'seat'`.as('kind'))
  const written = read
    .selectFrom('student')
    .select(['id', 'name', 'email', 'created_at'])
    .select([sql<string>`coalesce(phone, '')`.as('phone'), sql<'student'>`'student'`.as('kind')])
    .where('deleted_at', 'is', null) as Rows<Found>
  const exactly = (rows: Rows<Found>, column: 'email' | 'phone', value: string) =>
    rows.where(column, '=', value).orderBy('created_at', 'desc').limit(rowsMax).execute()
  const digits = phoneIn(typed)
  const found = await Promise.all(
    [seats, written].flatMap((rows) => [
      newestWithWords(read, rows, { texts: ['name', 'email', 'phone'], typed, limit: rowsMax }),
      ...(digits ? [exactly(rows, 'phone', digits)] : []),
      ...(typed.includes('@') ? [exactly(rows, 'email', typed.toLowerCase())] : []),
    ]),
  )
  const latestFirst = found.flat().sort((a, b) => (a.created_at > b.created_at ? -1 : 1))
  return Promise.all(
    // oxlint-disable-next-line malar/whole-letters -- a list
    onePerPerson(latestFirst)
      .slice(0, peopleMax)
      .map((row) => known(row)),
  )

  async function known({ kind, id, name, email, phone }: Found): Promise<KnownPerson> {
    const rows = await read
      .selectFrom('seat')
      .innerJoin('course', 'course.id', 'seat.course_id')
      .select(['seat.batch_id', 'seat.status', 'course.title'])
      .where((eb) =>
        eb.or([
          ...(phone === '' ? [] : [eb('seat.phone', '=', phone)]),
          ...(email === '' ? [] : [eb('seat.mailbox', '=', mailboxOf(email))]),
        ]),
      )
      .orderBy('seat.created_at', 'desc')
      .limit(rowsMax)
      .execute()
    const kept = rows.filter(({ status }) => status !== 'cancelled' && status !== 'expired')
    return {
      ref: { kind, id },
      name,
      email,
      phone,
      courses: kept.length,
      lastCourse: kept[0]?.title ?? null,
      batchIds: rows.filter(({ status }) => live.includes(status)).map(({ batch_id }) => batch_id),
    }
  }
}

/**
 * Records with the same mailbox count as one person, and so do records with the same name and phone. Families share a
 * phone, so the phone alone does not count.
 */
function onePerPerson(rows: readonly Found[]): Found[] {
  const seen = new Set<string>()
  return rows.filter(({ name, email, phone }) => {
    const keys = [
      ...(email === '' ? [] : [`mailbox ${mailboxOf(email)}`]),
      ...(phone === '' ? [] : [`${folded(name)} ${phone}`]),
    ]
    const isNew = keys.every((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    return isNew
  })
}
