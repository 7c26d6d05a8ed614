import { EllipsisVertical } from 'lucide-react'
import type { Invitation, StaffAccount } from '../../../../../contract/accounts/staff-accounts.ts'
import { roleNames } from '../../../../../contract/rights.ts'
import { api } from '../../../../lib/api.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { useDialog } from '../../../../ui/lazy-dialog.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { DeedDialog } from '../../../deed-dialog.tsx'
import { SentDialog } from '../../../form-dialog.tsx'
import { List } from '../../../list/list.tsx'
import { onDays } from '../../../list/list-choices.ts'
import { ListRows } from '../../../list/list-rows.tsx'
import { type ListDefinition, useList } from '../../../list/use-list.ts'
import { RowButton } from '../../../row-actions.tsx'
import { accountColumns, invitationColumns } from './account-columns.tsx'
import { inviteRules, RoleFields, roleRules } from './role-fields.tsx'

const definition: ListDefinition<'GET /api/admin/accounts'> = {
  id: 'accounts',
  endpoint: 'GET /api/admin/accounts',
  search: { label: 'Search accounts' },
  filters: onDays('Added'),
  what: 'accounts',
  failed: 'Failed to fetch the accounts',
  sentences: { refreshed: 'Accounts refreshed' },
}

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
        draft="invitation"
        title="Invite somebody"
        description="They get a letter with a link, and choose their own password."
        submitLabel="Send the invitation"
        sendingLabel="Sending..."
        rules={inviteRules}
        defaults={{ email: '', role: 'manager', instructorId: '' }}
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
        title={`The role of ${name}`}
        submitLabel="Save"
        sendingLabel="Saving..."
        rules={roleRules}
        defaults={{ role, instructorId: instructorId ?? '' }}
        send={(body) => api('PUT /api/admin/accounts/:id', { params: { id }, body })}
        done={(_, { role: chosen }) => ({
          title: 'Success',
          description: `${name}: ${roleNames[chosen]} now.`,
        })}
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
          actions={(row) => <AccountMenu row={row} onAsk={ask} onChangeRole={() => changeRole(row)} />}
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

function AccountMenu({
  row,
  onAsk,
  onChangeRole,
}: {
  row: StaffAccount
  onAsk: (plan: Plan) => void
  onChangeRole: () => void
}) {
  const plans = plansFor(row).map((plan) => ({
    label: plan.item ?? plan.label,
    isDisabled: plan.isDisabled ?? false,
    isDanger: plan.label === 'Disable',
    onSelect: () => onAsk(plan),
  }))
  const items = [{ label: 'Change the role', onSelect: onChangeRole }, ...plans]
  return <Menu trigger={<IconButton label={`Change ${row.name}`} icon={EllipsisVertical} />} items={items} />
}

/** `item` is the line in the menu, if that says more than the button. */
function plansFor(account: StaffAccount): (Plan & { item?: string; isDisabled?: boolean })[] {
  const { id, name, disabledAt, hasTwoFactor, isOwn } = account
  const change = (body: { isDisabled: boolean }) => () =>
    api('PUT /api/admin/accounts/:id', { params: { id }, body })
  return [
    {
      item: 'Reset two-factor sign-in',
      // Owners switch off their own under Security, which asks for the password.
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
