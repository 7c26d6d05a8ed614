import type { Invitation, StaffAccount } from '../../../../../contract/accounts/staff-accounts.ts'
import { roleNames } from '../../../../../contract/rights.ts'
import { emailColumn, momentColumn, stateColumn, wrapped } from '../../../list/columns.tsx'
import type { Column } from '../../../list/list-table.tsx'

const wide = `min-w-36 ${wrapped}`

export const accountColumns: readonly Column<StaffAccount>[] = [
  {
    header: 'Name',
    text: ({ name }) => name,
    cell: ({ name, isOwn }) => (
      <>
        {name}
        {isOwn && <span className="font-normal text-ink-soft"> (you)</span>}
      </>
    ),
    className: wide,
  },
  emailColumn(({ email }) => email, { className: wide }),
  {
    header: 'Role',
    text: ({ role, instructor }) => [roleNames[role], instructor].filter(Boolean).join(', '),
    cell: ({ role, instructor }) => (
      <>
        {roleNames[role]}
        {instructor && <span className="block text-ink-soft">teaches as {instructor}</span>}
      </>
    ),
  },
  momentColumn('Last sign-in', ({ lastSignInAt }) => lastSignInAt, { none: 'Never' }),
  stateColumn('Two-factor', ({ hasTwoFactor }) =>
    hasTwoFactor ? { label: 'On', tone: 'leaf' } : { label: 'Off', tone: 'outline' },
  ),
  stateColumn('State', ({ disabledAt }) =>
    disabledAt === null ? { label: 'Active', tone: 'leaf' } : { label: 'Disabled', tone: 'rose' },
  ),
]

export const invitationColumns: readonly Column<Invitation>[] = [
  emailColumn(({ email }) => email, { className: wide }),
  { header: 'Role', text: ({ role }) => roleNames[role] },
  momentColumn('Sent', ({ created_at }) => created_at),
  momentColumn('Works until', ({ expiresAt }) => expiresAt),
]
