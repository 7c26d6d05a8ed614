import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import {
  type Invitation,
  inviteForm,
  roleForm,
  type StaffAccount,
} from '../../../../../contract/accounts/staff-accounts.ts'
import type { AdminInstructor } from '../../../../../contract/catalogue/instructors.ts'
import { plural } from '../../../../../contract/plural.ts'
import { listLimitMax } from '../../../../../contract/primitives.ts'
import { roleNames, type StaffRole, staffRoles } from '../../../../../contract/rights.ts'
import { joined } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { query, rowsIn } from '../../../../lib/query.ts'
import { useSendsEmails } from '../../../../lib/school.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { useDialog } from '../../../../ui/lazy-dialog.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { RadioCards } from '../../../../ui/radio-cards.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { ActionDialog } from '../../../action-dialog.tsx'
import { SentDialog } from '../../../form-dialog.tsx'
import { emailColumn, momentColumn, stateColumn, wrapped } from '../../../list/columns.tsx'
import { List } from '../../../list/list.tsx'
import { onDays } from '../../../list/list-choices.ts'
import { ListRows } from '../../../list/list-rows.tsx'
import type { Column } from '../../../list/list-table.tsx'
import { type ListDefinition, useList } from '../../../list/use-list.ts'
import { useMailPromise } from '../../../mail-promise.ts'
import { RowButton } from '../../../row-actions.tsx'

const definition: ListDefinition<'GET /api/admin/accounts'> = {
  id: 'accounts',
  endpoint: 'GET /api/admin/accounts',
  search: { label: 'Search accounts', placeholder: 'Name or e-mail' },
  filters: onDays('Added from', 'Added until'),
  texts: {
    loading: 'Loading accounts…',
    notLoaded: 'We couldn’t load the accounts',
    loadFailed: 'We couldn’t load the accounts.',
    refreshed: 'Accounts refreshed',
  },
}

type Plan = Pick<
  ComponentProps<typeof ActionDialog>,
  'title' | 'children' | 'confirmLabel' | 'tone' | 'run' | 'done'
>

const success = (description: string) => ({ title: 'Success', description })

export default function AccountsSection() {
  const list = useList(definition)
  const { show, dialog } = useDialog()
  const reload = () => void list.reload()
  const told = useMailPromise()
  const sendsEmails = useSendsEmails()
  const ask = (plan: Plan) => show((props) => <ActionDialog {...props} {...plan} onDone={reload} />)

  const invite = () =>
    show((props) => (
      <SentDialog
        {...props}
        draft="invitation"
        title="Invite someone"
        description={told('We’ll e-mail them a link to choose a password.')}
        submit={['Send invitation', 'Sending...']}
        rules={inviteRules}
        defaults={{ email: '', role: 'manager', instructorId: '' }}
        send={(body, keyed) => api('POST /api/admin/accounts/invitations', { body }, keyed(body))}
        done={(_, { email }) => ({
          title: sendsEmails ? 'Invitation sent' : 'Invitation not sent yet',
          description: told(`We’ll e-mail ${email} a link that works for a week.`),
        })}
        onSent={reload}
      >
        {(field) => (
          <>
            <TextField label="Email" type="email" required autoComplete="off" {...field('email')} />
            <RoleFields field={field} />
          </>
        )}
      </SentDialog>
    ))

  const changeRole = ({ id, name, role, instructorId }: StaffAccount) =>
    show((props) => (
      <SentDialog
        {...props}
        draft={`role-of-${id}`}
        title={`Change ${name}’s role`}
        rules={roleRules}
        defaults={{ role, instructorId: instructorId ?? '' }}
        send={(body) => api('PUT /api/admin/accounts/:id', { params: { id }, body })}
        done={(_, { role: chosen }) => success(`${name}’s role is now ${roleNames[chosen]}.`)}
        onSent={reload}
      >
        {(field) => <RoleFields field={field} />}
      </SentDialog>
    ))

  return (
    <>
      <List
        list={list}
        toolbar={
          <Button className="max-sm:grow" onClick={invite}>
            Invite someone
          </Button>
        }
      >
        <ListRows
          list={list}
          title="People"
          counted={({ count }) => plural(count, { one: '1 person', other: `${count} people` })}
          rows={({ accounts }) => accounts}
          rowName={({ name }) => name}
          columns={accountColumns}
          actions={(row) => <AccountMenu row={row} onAsk={ask} onChangeRole={() => changeRole(row)} />}
          actionsBeside
          tableFrom={900}
          empty={{ title: 'No accounts found' }}
        />
        <ListRows
          list={list}
          title="Pending invitations"
          counted={({ count }) => plural(count, { one: '1 invitation', other: `${count} invitations` })}
          rows={({ invitations }) => invitations}
          rowName={({ email }) => email}
          columns={invitationColumns}
          actions={(row) => (
            <RowButton
              label="Withdraw"
              of={`the invitation to ${row.email}`}
              variant="outline"
              onClick={() => ask(withdrawalOf(row))}
            />
          )}
          tableFrom={640}
          empty={{
            title: 'No pending invitations',
            text: 'People you invite appear here until they accept.',
          }}
          fileName="invitations"
        />
      </List>
      {dialog}
    </>
  )
}

function AccountMenu({
  row: { id, name, disabledAt, hasTwoFactor, isOwn },
  onAsk,
  onChangeRole,
}: {
  row: StaffAccount
  onAsk: (plan: Plan) => void
  onChangeRole: () => void
}) {
  const params = { id }
  const change = (isDisabled: boolean) => () =>
    api('PUT /api/admin/accounts/:id', { params, body: { isDisabled } })
  const reset = (): Plan => ({
    title: `Reset ${name}’s two-factor sign-in?`,
    children:
      'They’ll sign in with just a password until they set it up again. Make sure the request really comes from them.',
    confirmLabel: 'Reset',
    done: success(`${name} can now sign in with just a password.`),
    tone: 'danger',
    run: () => api('POST /api/admin/accounts/:id/reset-two-factor', { params }),
  })
  const disable = (): Plan => ({
    title: `Disable ${name}’s account?`,
    children: 'They’ll be signed out everywhere and can’t sign in until you enable the account again.',
    confirmLabel: 'Disable',
    done: success(`${name} can no longer sign in.`),
    tone: 'danger',
    run: change(true),
  })
  const enable = (): Plan => ({
    title: `Enable ${name}’s account?`,
    children: 'They’ll be able to sign in with their password again.',
    confirmLabel: 'Enable',
    done: success(`${name} can sign in again.`),
    run: change(false),
  })
  const items = [
    { label: 'Change role', onSelect: onChangeRole },
    // Owners cannot reset their own second factor here: they switch it off in the section Security, which asks for the
    // password.
    {
      label: 'Reset two-factor sign-in',
      isDisabled: !hasTwoFactor || isOwn,
      onSelect: () => onAsk(reset()),
    },
    disabledAt === null
      ? { label: 'Disable', isDisabled: isOwn, isDanger: true, onSelect: () => onAsk(disable()) }
      : { label: 'Enable', onSelect: () => onAsk(enable()) },
  ]
  return <Menu trigger={<IconButton label={`Actions for ${name}`} icon={EllipsisVertical} />} items={items} />
}

const withdrawalOf = ({ id, email }: Invitation): Plan => ({
  title: 'Withdraw this invitation?',
  children: `The link in the e-mail to ${email} will stop working.`,
  confirmLabel: 'Withdraw',
  done: success(`The invitation to ${email} is withdrawn.`),
  tone: 'danger',
  run: () => api('DELETE /api/admin/accounts/invitations/:id', { params: { id } }),
})

const wide = `min-w-36 ${wrapped}`

const accountColumns: readonly Column<StaffAccount>[] = [
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
    text: ({ role, instructor }) => joined([roleNames[role], instructor]),
    cell: ({ role, instructor }) => (
      <>
        {roleNames[role]}
        {instructor && <span className="block text-ink-soft">teaches as {instructor}</span>}
      </>
    ),
  },
  momentColumn('Last sign-in', ({ lastSignInAt }) => lastSignInAt, { none: 'Never' }),
  {
    ...stateColumn('Two-factor', ({ hasTwoFactor }) =>
      hasTwoFactor ? { label: 'On', tone: 'leaf' } : { label: 'Off', tone: 'outline' },
    ),
    // A folded row has no headings, so “Off” beside the name would say nothing.
    isState: false,
    isFolded: true,
  },
  stateColumn('State', ({ disabledAt }) =>
    disabledAt === null ? { label: 'Active', tone: 'leaf' } : { label: 'Disabled', tone: 'rose' },
  ),
]

const invitationColumns: readonly Column<Invitation>[] = [
  emailColumn(({ email }) => email, { className: wide }),
  { header: 'Role', text: ({ role }) => roleNames[role] },
  momentColumn('Sent', ({ created_at }) => created_at),
  momentColumn('Valid until', ({ expiresAt }) => expiresAt),
]

const details: Record<StaffRole, string> = {
  owner: 'Everything',
  manager: 'Everything except accounts, security rules and where payments go',
  'front-desk': 'Students, seats, enquiries and messages. Can’t change prices or export lists.',
  instructor: 'Students in their own batches, without payments',
  florist: 'Orders, florist lists and recipes. Can’t see students.',
}

const roleOptions = staffRoles.map((role) => ({ value: role, label: roleNames[role], detail: details[role] }))

const instructorId = z.pipe(
  z.string(),
  z.transform((chosen) => (chosen === '' ? null : chosen)),
)
const roleRules = z.extend(roleForm, { instructorId })
const inviteRules = z.extend(inviteForm, { instructorId })

function RoleFields({
  field,
}: {
  field: (name: 'role' | 'instructorId') => { name: string; error: string | null }
}) {
  const { data } = useQuery(query('GET /api/instructors', { query: { limit: listLimitMax, sort: 'name' } }))
  return (
    <>
      <RadioCards label="Role" options={roleOptions} {...field('role')} />
      {/* The form waits until its choices are loaded, because a select cannot start with a choice that it lacks. */}
      {data && (
        <SelectField
          label="Teaches as"
          hint="They’ll see this instructor’s batches."
          placeholder="Not an instructor"
          options={rowsIn<AdminInstructor>(data).map(({ id, name }) => ({ value: id, label: name }))}
          {...field('instructorId')}
        />
      )}
    </>
  )
}
