import { type Expression, type SqlBool, sql } from 'kysely'
import type { PersonRef } from '../../../contract/people/people.ts'
import type { PersonRecordKind } from '../../../contract/people/person-records.ts'
import { plainPhone } from '../../../contract/phones.ts'
import type { Queryable } from '../../db/open.ts'
import { personTables } from '../../db/person-tables.ts'
import { erased } from '../../db/personal-data.ts'
import { mailboxOf } from '../../platform/recipients.ts'

export interface PersonRecord {
  kind: PersonRecordKind
  id: string
  name: string
  email: string
  phone: string
  created_at: string
}

/** Records that share one of these values belong to one person. */
interface Reach {
  mailboxes: Set<string>
  /**
   * Every table is searched by these addresses. Tables with a column `mailbox` are also searched by the mailbox.
   */
  emails: Set<string>
  phones: Set<string>
}

/**
 * The limit of records for each kind; the newest records are read. No person has more records, but a phone that many
 * share, such as the school's, may have more.
 */
const recordsMax = 200
const roundsMax = 5

interface Source {
  name?: string
  isDeletable?: true
  hasMailbox?: true
}

const sources: Record<PersonRecordKind, Source> = {
  seat: { hasMailbox: true },
  order: { name: 'customer_name', hasMailbox: true },
  enquiry: { isDeletable: true },
  student: { isDeletable: true },
  request: { isDeletable: true },
  waiting: { name: 'full_name' },
  visitor: {},
}

function select(kind: PersonRecordKind, where: Expression<SqlBool>) {
  const { name = 'name', isDeletable } = sources[kind]
  const living = isDeletable ? sql`deleted_at is null and ` : sql``
  return sql<PersonRecord>`
    select ${sql.lit(kind)} as kind, id, coalesce(${sql.ref(name)}, '') as name,
      coalesce(nullif(email, ${erased.email}), '') as email, coalesce(phone, '') as phone, created_at
    from ${sql.table(personTables[kind])} where ${living}(${where})
    order by created_at desc limit ${sql.lit(recordsMax)}`
}

export async function findRecord(db: Queryable, { kind, id }: PersonRef): Promise<PersonRecord | undefined> {
  return (await select(kind, sql`id = ${id}`).execute(db)).rows[0]
}

export interface Link {
  id: string
  one_kind: PersonRecordKind
  one_id: string
  other_kind: PersonRecordKind
  other_id: string
  created_at: string
}

/** Finds all records of the person in `seed`, latest first, and the links by which staff joined them. */
export async function listRecordsOf(
  db: Queryable,
  seed: PersonRecord,
  /** True if the caller may see the record. A hidden record is not used to find further records. */
  isShown: (record: Pick<PersonRecord, 'kind'>) => boolean,
): Promise<{ records: PersonRecord[]; links: Link[] }> {
  const reach: Reach = { mailboxes: new Set(), emails: new Set(), phones: new Set() }
  const links = new Map<string, Link>()
  let records: PersonRecord[] = []
  let fresh = [seed]
  for (let round = 0; round < roundsMax && fresh.length > 0; round++) {
    for (const record of fresh) extend(reach, record)
    records = (await listReached(db, reach)).filter(isShown)
    fresh = []
    for (const link of await listLinks(db, [seed, ...records])) {
      if (links.has(link.id)) continue
      links.set(link.id, link)
      const ends = await Promise.all([
        findRecord(db, { kind: link.one_kind, id: link.one_id }),
        findRecord(db, { kind: link.other_kind, id: link.other_id }),
      ])
      fresh.push(...ends.filter((end) => end !== undefined).filter(isShown))
    }
  }
  const all = new Map([seed, ...records].map((record) => [`${record.kind} ${record.id}`, record]))
  const latestFirst = [...all.values()].sort((a, b) => (a.created_at > b.created_at ? -1 : 1))
  return { records: latestFirst, links: [...links.values()] }
}

function extend(reach: Reach, { email, phone }: PersonRecord): void {
  if (email !== '' && email !== erased.email) {
    reach.mailboxes.add(mailboxOf(email))
    reach.emails.add(email.toLowerCase())
    reach.emails.add(mailboxOf(email))
  }
  if (phone !== '') {
    reach.phones.add(phone)
    reach.phones.add(plainPhone(phone))
  }
}

async function listReached(db: Queryable, { mailboxes, emails, phones }: Reach): Promise<PersonRecord[]> {
  const among = (column: string, values: ReadonlySet<string>) =>
    values.size === 0 ? [] : [sql<SqlBool>`${sql.ref(column)} in (${sql.join([...values])})`]
  const kinds = Object.keys(sources) as PersonRecordKind[]
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const conditions = [
        ...among('email', emails),
        ...(sources[kind].hasMailbox ? among('mailbox', mailboxes) : []),
        ...among('phone', phones),
      ]
      if (conditions.length === 0) return []
      return (await select(kind, sql`${sql.join(conditions, sql` or `)}`).execute(db)).rows
    }),
  )
  return found.flat()
}

async function listLinks(db: Queryable, records: readonly PersonRecord[]): Promise<Link[]> {
  const byKind = Map.groupBy(records, ({ kind }) => kind)
  return db
    .selectFrom('person_link')
    .select(['id', 'one_kind', 'one_id', 'other_kind', 'other_id', 'created_at'])
    .where((eb) =>
      eb.or(
        [...byKind].flatMap(([kind, of]) => {
          const ids = of.map(({ id }) => id)
          return [
            eb.and([eb('one_kind', '=', kind), eb('one_id', 'in', ids)]),
            eb.and([eb('other_kind', '=', kind), eb('other_id', 'in', ids)]),
          ]
        }),
      ),
    )
    .execute()
}
