import { refusal } from '../../../../contract/errors.ts'
import { rightToName } from '../../../../contract/named-records.ts'
import type { PersonRef } from '../../../../contract/people/people.ts'
import { hasRight } from '../../../../contract/rights.ts'
import { personTables } from '../../../db/person-tables.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor } from '../../../platform/audit.ts'
import { notOfThisRole } from '../../../platform/staff-rights.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'

async function requireRecord(tx: Tx, { kind, id }: PersonRef) {
  const table = personTables[kind] as 'seat'
  const row = await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw refusal('person-gone')
}

/** The audit log names only the two records, no person. */
const logged = { action: 'changed', kind: 'person', title: 'Two records of one person' } as const

function textOf({ kind, id }: PersonRef) {
  return `${kind} ${id}`
}

/**
 * Records that two records belong to one person; the records themselves stay unchanged. @throws `not_found`; `conflict`
 * if both are the same record, or the join exists already
 */
export async function joinPeople(
  deps: RegistrationDeps,
  tx: Tx,
  { one, other }: { one: PersonRef; other: PersonRef },
  by: Actor,
): Promise<{ id: string }> {
  await requireRecord(tx, one)
  await requireRecord(tx, other)
  // The ids are sorted, so that the unique index recognises the same pair.
  const [first, second] = textOf(one) < textOf(other) ? [one, other] : [other, one]
  if (textOf(first) === textOf(second)) throw refusal('person-same')
  const id = deps.ids.id()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('person_link')
    .values({
      id,
      one_kind: first.kind,
      one_id: first.id,
      other_kind: second.kind,
      other_id: second.id,
      created_at: deps.clock.now(),
      created_by: by.userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw refusal('person-same')
  const joined = `${textOf(first)}, ${textOf(second)}`
  await deps.audit.record(tx, { ...logged, by, id, after: { joined } })
  return { id }
}

/** @throws `not_found`; `forbidden` for a join of records that the role may not see */
export async function partPeople(deps: RegistrationDeps, tx: Tx, id: string, by: Actor & { role: string }) {
  const row = await tx.deleteFrom('person_link').where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) throw refusal('join-unknown')
  for (const kind of [row.one_kind, row.other_kind]) {
    const right = rightToName[kind as PersonRef['kind']]
    if (!hasRight(by.role, right)) throw notOfThisRole(right)
  }
  const joined = `${row.one_kind} ${row.one_id}, ${row.other_kind} ${row.other_id}`
  await deps.audit.record(tx, { ...logged, by, id, before: { joined } })
}
