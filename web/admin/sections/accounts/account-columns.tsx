import type { Invitation, StaffAccount } from '../../../../contract/staff-accounts.ts'
import { momentText } from '../../../../contract/words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmailWords } from '../../../ui/email-words.tsx'
import type { Column } from '../../list/list-table.tsx'

export const roleNames = { owner: 'Owner', staff: 'Staff' } as const

const wrapped = 'min-w-36 [overflow-wrap:anywhere]'

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
    className: wrapped,
  },
  {
    header: 'Email',
    text: ({ email }) => email,
    cell: ({ email }) => <EmailWords email={email} />,
    className: wrapped,
  },
  { header: 'Role', text: ({ role }) => roleNames[role] },
  {
    header: 'Last sign-in',
    text: ({ lastSignInAt }) => (lastSignInAt === null ? 'Never' : momentText(lastSignInAt)),
    csv: ({ lastSignInAt }) => lastSignInAt ?? '',
  },
  {
    header: 'Two-factor',
    text: ({ hasTwoFactor }) => (hasTwoFactor ? 'On' : 'Off'),
    cell: ({ hasTwoFactor }) => (
      <Badge tone={hasTwoFactor ? 'leaf' : 'outline'}>{hasTwoFactor ? 'On' : 'Off'}</Badge>
    ),
  },
  {
    header: 'State',
    text: ({ disabledAt }) => (disabledAt === null ? 'Active' : 'Disabled'),
    cell: ({ disabledAt }) => (
      <Badge tone={disabledAt === null ? 'leaf' : 'rose'}>
        {disabledAt === null ? 'Active' : 'Disabled'}
      </Badge>
    ),
  },
]

export const invitationColumns: readonly Column<Invitation>[] = [
  {
    header: 'Email',
    text: ({ email }) => email,
    cell: ({ email }) => <EmailWords email={email} />,
    className: wrapped,
  },
  { header: 'Role', text: ({ role }) => roleNames[role] },
  {
    header: 'Sent',
    text: ({ created_at }) => momentText(created_at),
    csv: ({ created_at }) => created_at,
  },
  {
    header: 'Works until',
    text: ({ expiresAt }) => momentText(expiresAt),
    csv: ({ expiresAt }) => expiresAt,
  },
]
