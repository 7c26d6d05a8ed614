import { refusal } from '../../../../contract/errors.ts'
import { rightToName } from '../../../../contract/named-records.ts'
import type { PersonRef } from '../../../../contract/people.ts'
import { hasRight } from '../../../../contract/rights.ts'
import { personTables } from '../../../db/person-tables.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor, AuditFields } from '../../../platform/audit.ts'
import { notOfThisRole } from '../../../platform/staff-rights.ts'
import type { Deps } from '../../deps.ts'

/** What staff say of two records: that they are of one person. Nothing of the records themselves changes. */
export function createPersonJoins({ clock, ids, audit }: Pick<Deps, 'clock' | 'ids' | 'audit'>) {
  async function require(tx: Tx, { kind, id }: PersonRef): Promise<void> {
    const table = personTables[kind] as 'seat'
    const row = await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
    if (!row) throw refusal('person-gone')
  }

  /** The log names the records alone: whose they are is said there. */
  const record = (tx: Tx, by: Actor, id: string, change: { before?: AuditFields; after?: AuditFields }) =>
    audit.record(tx, {
      by,
      action: 'changed',
      kind: 'person',
      id,
      title: 'Two records of one person',
      ...change,
    })

  const textOf = ({ kind, id }: PersonRef) => `${kind} ${id}`

  return {
    /** @throws `not_found`; `conflict` for a record and itself, or a join that is there */
    async join(
      tx: Tx,
      { one, other }: { one: PersonRef; other: PersonRef },
      by: Actor,
    ): Promise<{ id: string }> {
      await require(tx, one)
      await require(tx, other)
      // In one order, so that the same join is not written twice.
      const [first, second] = [one, other].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1)) as [
        PersonRef,
        PersonRef,
      ]
      if (textOf(first) === textOf(second)) throw refusal('person-same')
      const id = ids.id()
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('person_link')
        .values({
          id,
          one_kind: first.kind,
          one_id: first.id,
          other_kind: second.kind,
          other_id: second.id,
          created_at: clock.now(),
          created_by: by.userId,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows === 0n) throw refusal('person-same')
      await record(tx, by, id, { after: { joined: `${textOf(first)}, ${textOf(second)}` } })
      return { id }
    },

    /** @throws `not_found`; `forbidden` for a join of records that the role may not see */
    async part(tx: Tx, id: string, by: Actor & { role: string }): Promise<void> {
      const row = await tx.deleteFrom('person_link').where('id', '=', id).returningAll().executeTakeFirst()
      if (!row) throw refusal('join-unknown')
      for (const kind of [row.one_kind, row.other_kind]) {
        const right = rightToName[kind as PersonRef['kind']]
        if (!hasRight(by.role, right)) throw notOfThisRole(right)
      }
      const joined = `${row.one_kind} ${row.one_id}, ${row.other_kind} ${row.other_id}`
      await record(tx, by, id, { before: { joined } })
    },
  }
}
