import type { Invitation, StaffAccount } from '../../../../contract/staff-accounts.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { emailColumn, momentColumn, wrapped } from '../../list/columns.tsx'
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
  badgeColumn('Two-factor', ({ hasTwoFactor }) => (hasTwoFactor ? ['On', 'leaf'] : ['Off', 'outline'])),
  badgeColumn('State', ({ disabledAt }) => (disabledAt === null ? ['Active', 'leaf'] : ['Disabled', 'rose'])),
]

function badgeColumn(
  header: string,
  state: (row: StaffAccount) => [label: string, tone: Tone],
): Column<StaffAccount> {
  const cell = (row: StaffAccount) => {
    const [label, tone] = state(row)
    return <Badge tone={tone}>{label}</Badge>
  }
  return { header, text: (row) => state(row)[0], cell }
}

export const invitationColumns: readonly Column<Invitation>[] = [
  emailColumn(({ email }) => email, { className: wide }),
  { header: 'Role', text: ({ role }) => roleNames[role] },
  momentColumn('Sent', ({ created_at }) => created_at),
  momentColumn('Works until', ({ expiresAt }) => expiresAt),
]
