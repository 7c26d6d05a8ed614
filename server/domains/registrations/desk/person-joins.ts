import { refusal } from '../../../../contract/errors.ts'
import { rightToName } from '../../../../contract/named-records.ts'
import type { PersonRef } from '../../../../contract/people/people.ts'
import { hasRight } from '../../../../contract/rights.ts'
import { personTables } from '../../../db/person-tables.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Actor, AuditFields } from '../../../platform/audit.ts'
import { notOfThisRole } from '../../../platform/staff-rights.ts'
import type { RegistrationDeps } from '../registrations.deps.ts'

async function requireRecord(tx: Tx, { kind, id }: PersonRef): Promise<void> {
  const table = personTables[kind] as 'seat'
  const row = await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw refusal('person-gone')
}

/** The log names the records alone: they say themselves whose they are. */
function record(
  deps: RegistrationDeps,
  tx: Tx,
  by: Actor,
  id: string,
  change: { before?: AuditFields; after?: AuditFields },
) {
  return deps.audit.record(tx, {
    by,
    action: 'changed',
    kind: 'person',
    id,
    title: 'Two records of one person',
    ...change,
  })
}

function textOf({ kind, id }: PersonRef) {
  return `${kind} ${id}`
}

/**
 * Staff say that two records are of one person. The records themselves do not change.
 * @throws `not_found`; `conflict` for a record and itself, or a join that is there
 */
export async function joinPeople(
  deps: RegistrationDeps,
  tx: Tx,
  { one, other }: { one: PersonRef; other: PersonRef },
  by: Actor,
): Promise<{ id: string }> {
  await requireRecord(tx, one)
  await requireRecord(tx, other)
  // The two are sorted, so that the same join is not written twice.
  const [first, second] = [one, other].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1)) as [
    PersonRef,
    PersonRef,
  ]
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
  await record(deps, tx, by, id, { after: { joined: `${textOf(first)}, ${textOf(second)}` } })
  return { id }
}

/** @throws `not_found`; `forbidden` for a join of records that the role may not see */
export async function partPeople(
  deps: RegistrationDeps,
  tx: Tx,
  id: string,
  by: Actor & { role: string },
): Promise<void> {
  const row = await tx.deleteFrom('person_link').where('id', '=', id).returningAll().executeTakeFirst()
  if (!row) throw refusal('join-unknown')
  for (const kind of [row.one_kind, row.other_kind]) {
    const right = rightToName[kind as PersonRef['kind']]
    if (!hasRight(by.role, right)) throw notOfThisRole(right)
  }
  const joined = `${row.one_kind} ${row.one_id}, ${row.other_kind} ${row.other_id}`
  await record(deps, tx, by, id, { before: { joined } })
}
