import { rm } from 'node:fs/promises'
import path from 'node:path'
import { refusal } from '../../../../contract/errors.ts'
import { type ListOfPeople, listsOfPeople } from '../../../../contract/people/people-lists.ts'
import { retention } from '../../../../contract/system/retention.ts'
import { dayInWords } from '../../../../contract/words.ts'
import { emptyLog } from '../../../db/free-pages.ts'
import type { Queryable } from '../../../db/open.ts'
import type { Tx } from '../../../db/schema.ts'
import { indexChanged } from '../../../db/search.ts'
import type { Actor, AuditFields } from '../../../platform/audit.ts'
import { addDays } from '../../../platform/clock.ts'
import type { Deps } from '../../deps.ts'
import type { SchoolService } from '../../school/index.ts'
import type { HousekeepingService } from '../../system/index.ts'
import * as text from './person-data.en.ts'
import { erasePerson } from './person-erasure.ts'
import { exportPerson } from './person-export.ts'
import { personPage } from './person-page.ts'
import { findLive, findPerson, findWordsOf, type Person, withChosen } from './person-search.ts'

/** The member of staff who acts; null for `npm run export` and `npm run forget` on the server itself. */
type By = Actor | null

interface Wish {
  who: string
  /** Further addresses of the person. */
  others?: readonly string[] | undefined
  /** Rows that mention the person, as an owner has confirmed. */
  records?: readonly string[] | undefined
  /**
   * True leaves unfinished orders and seats as they are. If false, unfinished orders and seats make the server refuse
   * the erasure.
   */
  keepsLive?: boolean | undefined
}

export function createPersonDataService(
  { db, clock, ids, audit, config, letters, pictures }: Deps,
  housekeeping: HousekeepingService,
  school: SchoolService,
) {
  const moment = () => ({ now: clock.now(), today: clock.today() })

  async function requirePerson(source: Queryable, { who, others = [], records = [] }: Wish) {
    const person = await findPerson(source, [who, ...others])
    if (person === null) throw refusal('person-unknown')
    return withChosen(source, person, records)
  }

  /** The audit log does not contain the person's name or address. */
  function record(tx: Tx, by: By, action: 'changed' | 'deleted', after: AuditFields, title = text.log.title) {
    const onTheMachine = by === null ? { requested: text.log.requested } : {}
    const entry = { kind: 'person', id: ids.id(), title, action } as const
    return audit.record(tx, { by, ...entry, after: { ...after, ...onTheMachine } })
  }

  return {
    /** Records in the audit log that a member of staff took a list of people as a file. */
    recordList: ({ list, rows }: { list: ListOfPeople; rows: number }, by: Actor) =>
      db.transaction((tx) => {
        const after = { exported: text.log.rows({ list: listsOfPeople[list], count: rows }) }
        return record(tx, by, 'changed', after, text.log.listTitle)
      }),

    async find(who: string) {
      const person = await requirePerson(db.read, { who })
      const { sentences } = await findLive(db.read, person, moment())
      const data = await exportPerson(db.read, person, { letters, pictures })
      const { names, addresses, phones, others } = person
      return {
        names,
        addresses,
        phones,
        parts: partsOf(data),
        live: sentences,
        others,
        words: (await findWordsOf(db.read, person)).map(({ where, text, key, canErase, live }) => ({
          where,
          text,
          record: canErase ? key : null,
          live: canErase ? live : null,
        })),
        stays: staysOf(person),
      }
    },

    /** @throws `not_found` if nothing is stored; `conflict` if an owner must first choose between several people */
    async export(wish: Omit<Wish, 'keepsLive'>, by: By) {
      const person = await requirePerson(db.read, wish)
      const data = await exportPerson(db.read, person, { letters, pictures })
      if (partsOf(data).length === 0) throw refusal('person-unchosen')
      const { name } = await school.current()
      await db.transaction((tx) => record(tx, by, 'changed', { data: text.log.data }))
      return { data, page: personPage(data, { school: name, at: clock.now() }) }
    },

    /** @throws `not_found`, `conflict` as `export` does; `in_use` if something is unfinished and `keepsLive` false */
    async erase({ keepsLive = false, ...wish }: Wish, by: By) {
      const done = await db.transaction(async (tx) => {
        const person = await requirePerson(tx, wish)
        const live = await findLive(tx, person, moment())
        const facts = { live: live.sentences }
        if (live.sentences.length > 0 && !keepsLive) {
          throw refusal('person-live', { facts, details: facts })
        }
        const erased = await erasePerson(tx, person, live.ids)
        if (erased.counts.length === 0) {
          throw facts.live.length === 0 ? refusal('person-unchosen') : refusal('person-only-live', { facts })
        }
        // Cached sessions of erased accounts become invalid.
        for (const topic of ['sessions', 'instructors', 'school']) await db.changes.mark(tx, topic)
        const after = {
          ...Object.fromEntries(erased.counts),
          'kept because still in progress': live.ids.size || null,
        }
        await record(tx, by, 'deleted', after)
        await indexChanged(tx)
        return { ...erased, stays: [...live.sentences, ...staysOf(person)] }
      })
      for (const id of done.messageIds) {
        for (const name of [`${id}.eml`, `${id}.chat.txt`]) {
          await rm(path.join(config.dataDir, 'outbox', name), { force: true })
        }
      }
      for (const base of done.pictures) await housekeeping.removeUnused(base)
      await emptyLog(db)
      return { erased: done.counts.map(([what, count]) => ({ what, count })), stays: done.stays }
    },
  }
}

const partsOf = (data: Record<string, unknown[]>) =>
  Object.entries(data)
    .filter(([, records]) => records.length > 0)
    .map(([what, records]) => ({ what, count: records.length }))

function staysOf({ rows }: Person): string[] {
  const bought = [...rows.seat, ...rows.shop_order]
  const newest = bought
    // oxlint-disable-next-line malar/whole-letters -- an instant
    .map((row) => String(row['created_at']).slice(0, 10))
    .sort()
    .at(-1)
  if (newest === undefined) return [text.stays.backups]
  const until = dayInWords(addDays(newest, retention.seats.days))
  return [text.stays.payments({ count: bought.length, until }), text.stays.backups]
}
