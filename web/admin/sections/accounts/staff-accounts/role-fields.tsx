import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { inviteForm, roleForm } from '../../../../../contract/accounts/staff-accounts.ts'
import type { AdminInstructor } from '../../../../../contract/catalogue/instructors.ts'
import { listLimitMax } from '../../../../../contract/primitives.ts'
import { roleNames, type StaffRole, staffRoles } from '../../../../../contract/rights.ts'
import { query, rowsIn } from '../../../../lib/query.ts'
import { RadioCards } from '../../../../ui/radio-cards.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'

const details: Record<StaffRole, string> = {
  owner: 'Everything',
  manager: 'Everything but accounts, security rules and where money goes',
  'front-desk': 'Students and seats, enquiries, messages; changes no prices, takes no lists away',
  instructor: 'The people of their own batches, without money',
  florist: 'Orders, the florist’s lists and recipes; sees no students',
}

const roleOptions = staffRoles.map((role) => ({ value: role, label: roleNames[role], detail: details[role] }))

/** The first line of the select means nobody. */
const instructorId = z.pipe(
  z.string(),
  z.transform((chosen) => (chosen === '' ? null : chosen)),
)
export const roleRules = z.extend(roleForm, { instructorId })
export const inviteRules = z.extend(inviteForm, { instructorId })

export function RoleFields({
  field,
}: {
  field: (name: 'role' | 'instructorId') => { name: string; error: string | null }
}) {
  const { data } = useQuery(query('GET /api/instructors', { query: { limit: listLimitMax, sort: 'name' } }))
  return (
    <>
      <RadioCards label="Role" options={roleOptions} {...field('role')} />
      {/* It waits for its lines, because a missing line could not be chosen at the start. */}
      {data && (
        <SelectField
          label="Teaches as"
          hint="They see the batches that name this instructor."
          placeholder="Nobody on record"
          options={rowsIn<AdminInstructor>(data).map(({ id, name }) => ({ value: id, label: name }))}
          {...field('instructorId')}
        />
      )}
    </>
  )
}
