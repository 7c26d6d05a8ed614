import type { Invitation, StaffAccount } from '../../../../contract/staff-accounts.ts'
import { emailColumn, momentColumn, stateColumn, wrapped } from '../../list/columns.tsx'
import type { Column } from '../../list/list-table.tsx'

export const roleNames = { owner: 'Owner', staff: 'Staff' } as const

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
  { header: 'Role', text: ({ role }) => roleNames[role] },
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
