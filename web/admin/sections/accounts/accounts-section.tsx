import { EllipsisVertical } from 'lucide-react'
import { type Invitation, inviteForm, type StaffAccount } from '../../../../contract/staff-accounts.ts'
import { api } from '../../../lib/api.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useDialog } from '../../../ui/lazy-dialog.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { DeedDialog } from '../../deed-dialog.tsx'
import { SentDialog } from '../../form-dialog.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { RowButton } from '../../row-actions.tsx'
import { accountColumns, invitationColumns, roleNames } from './account-columns.tsx'

const definition: ListDefinition<'GET /api/admin/accounts'> = {
  id: 'accounts',
  endpoint: 'GET /api/admin/accounts',
  search: { label: 'Search accounts' },
  what: 'accounts',
  failed: 'Failed to fetch the accounts',
  sentences: { refreshed: 'Accounts refreshed' },
}

/** A change of an account or an invitation, and the question before it. */
interface Plan {
  title: string
  text: string
  label: string
  done: string
  isDanger?: boolean
  run: () => Promise<unknown>
}

export default function AccountsSection() {
  const list = useList(definition)
  const { show, dialog } = useDialog()
  const reload = () => void list.reload()
  const ask = ({ title, text, label, done, isDanger, run }: Plan) =>
    show((props) => (
      <DeedDialog
        {...props}
        title={title}
        run={run}
        confirmLabel={label}
        tone={isDanger ? 'danger' : 'plain'}
        done={{ title: 'Success', description: done }}
        onDone={reload}
      >
        {text}
      </DeedDialog>
    ))

  const invite = () =>
    show((props) => (
      <SentDialog
        {...props}
        title="Invite somebody"
        description="They get a letter with a link, and choose their own password."
        submitLabel="Send the invitation"
        sendingLabel="Sending..."
        rules={inviteForm}
        defaults={{ email: '', role: 'staff' }}
        send={(body, keyed) => api('POST /api/admin/accounts/invitations', { body }, keyed(body))}
        done={(_, { email }) => ({
          title: 'Invitation sent',
          description: `${email} gets a link that works for a week.`,
        })}
        onSent={reload}
      >
        {(field) => (
          <>
            <TextField label="Email" type="email" required autoComplete="off" {...field('email')} />
            <RadioCards
              label="Role"
              options={[
                { value: 'staff', label: 'Staff', detail: 'Everything but accounts and money settings' },
                { value: 'owner', label: 'Owner', detail: 'Everything' },
              ]}
              {...field('role')}
            />
          </>
        )}
      </SentDialog>
    ))

  return (
    <>
      <List
        list={list}
        toolbar={
          <Button className="max-sm:grow" onClick={invite}>
            Invite somebody
          </Button>
        }
      >
        <ListRows
          list={list}
          title="People"
          noun={['person', 'people']}
          rows={({ accounts }) => accounts}
          rowName={({ name }) => name}
          columns={accountColumns}
          actions={(row) => <AccountMenu row={row} onAsk={ask} />}
          actionsBeside
          tableFrom={900}
          empty={{ title: 'No accounts found' }}
        />
        <ListRows
          list={list}
          title="Open invitations"
          noun={['invitation', 'invitations']}
          rows={({ invitations }) => invitations}
          rowName={({ email }) => email}
          columns={invitationColumns}
          actions={(row) => (
            <RowButton
              label="Withdraw"
              of={`the invitation of ${row.email}`}
              variant="outline"
              onClick={() => ask(withdrawalOf(row))}
            />
          )}
          tableFrom={640}
          empty={{
            title: 'No open invitations',
            text: 'Whoever you invite stands here until the invitation is accepted.',
          }}
          fileName="invitations"
        />
      </List>
      {dialog}
    </>
  )
}

function AccountMenu({ row, onAsk }: { row: StaffAccount; onAsk: (plan: Plan) => void }) {
  const items = plansFor(row).map((plan) => ({
    label: plan.item ?? plan.label,
    isDisabled: plan.isDisabled ?? false,
    isDanger: plan.label === 'Disable',
    onSelect: () => onAsk(plan),
  }))
  return <Menu trigger={<IconButton label={`Change ${row.name}`} icon={EllipsisVertical} />} items={items} />
}

const roleChanges = {
  owner: ['Make an owner', 'Owners see and change everything, accounts and money settings too.'],
  staff: ['Make staff', 'Staff see neither accounts nor money settings.'],
} as const

/** What the owner can do to an account; `item` is its line in the menu, where that says more than the button. */
function plansFor(account: StaffAccount): (Plan & { item?: string; isDisabled?: boolean })[] {
  const { id, name, role, disabledAt, hasTwoFactor, isOwn } = account
  const change = (body: { role?: 'owner' | 'staff'; isDisabled?: boolean }) => () =>
    api('PUT /api/admin/accounts/:id', { params: { id }, body })
  const other = role === 'owner' ? 'staff' : 'owner'
  const [label, text] = roleChanges[other]
  return [
    {
      title: `Change the role of ${name}?`,
      text,
      label,
      done: `${name} is ${roleNames[other].toLowerCase()} now.`,
      run: change({ role: other }),
    },
    {
      item: 'Reset two-factor sign-in',
      // One's own is switched off under Security, with the password.
      isDisabled: !hasTwoFactor || isOwn,
      title: `Reset the two-factor sign-in of ${name}?`,
      text: 'From then on the password alone opens the account, until it is switched on again. Make sure that it is really they who ask.',
      label: 'Reset',
      done: `${name} signs in with the password alone now.`,
      isDanger: true,
      run: () => api('POST /api/admin/accounts/:id/reset-two-factor', { params: { id } }),
    },
    disabledAt === null
      ? {
          isDisabled: isOwn,
          title: `Disable the account of ${name}?`,
          text: 'They are signed out everywhere at once, and cannot sign in until you enable it again.',
          label: 'Disable',
          done: `${name} cannot sign in any more.`,
          isDanger: true,
          run: change({ isDisabled: true }),
        }
      : {
          title: `Enable the account of ${name}?`,
          text: 'They can sign in again with their password.',
          label: 'Enable',
          done: `${name} can sign in again.`,
          run: change({ isDisabled: false }),
        },
  ]
}

function withdrawalOf({ id, email }: Invitation): Plan {
  return {
    title: 'Withdraw this invitation?',
    text: `The link in the letter to ${email} opens nothing any more.`,
    label: 'Withdraw',
    done: `The invitation of ${email} is withdrawn.`,
    isDanger: true,
    run: () => api('DELETE /api/admin/accounts/invitations/:id', { params: { id } }),
  }
}
