import { useMutation } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Invitation, StaffAccount } from '../../../../contract/staff-accounts.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refusalSentence } from '../../form-dialog.tsx'
import { List } from '../../list/list.tsx'
import { ListRows } from '../../list/list-rows.tsx'
import { type ListDefinition, useList } from '../../list/use-list.ts'
import { useOpened } from '../../opened.tsx'
import { accountColumns, invitationColumns, roleNames } from './account-columns.tsx'
import { InviteDialog } from './invite-dialog.tsx'

const failed = 'Failed to fetch the accounts'

const definition: ListDefinition<'GET /api/admin/accounts'> = {
  id: 'accounts',
  endpoint: 'GET /api/admin/accounts',
  search: { label: 'Search accounts' },
  sentences: {
    loading: 'Loading accounts…',
    loadFailed: failed,
    emptied: 'The accounts could not be loaded',
    refreshFailed: failed,
    refreshed: 'Accounts refreshed',
  },
}

/** Something to do to an account or an invitation, and the question before it. */
interface Deed {
  title: string
  text: string
  label: string
  done: string
  isDanger: boolean
  run: () => Promise<unknown>
}

/** Who works in the back office: the owner invites, changes roles, and closes accounts (reading A9). */
export default function AccountsSection() {
  const list = useList(definition)
  const inviting = useOpened<object>()
  const [deed, setDeed] = useState<Deed | null>(null)
  const heading = useRef<HTMLElement>(null)
  const act = useMutation<unknown, ApiError, Deed>({
    mutationFn: ({ run }) => run(),
    onSuccess: (_, { done }) => {
      toast({ title: 'Success', description: done, tone: 'success' })
      setDeed(null)
      void list.reload()
    },
  })
  const ask = (next: Deed) => {
    act.reset()
    setDeed(next)
  }

  return (
    <>
      <List
        list={list}
        toolbar={
          <Button className="max-sm:grow" onClick={() => inviting.show({})}>
            Invite somebody
          </Button>
        }
      >
        <ListRows
          list={list}
          headingRef={heading}
          title="People"
          noun={['person', 'people']}
          rows={({ accounts }) => accounts}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          columns={accountColumns}
          actions={(row) => <AccountMenu row={row} onAsk={ask} />}
          actionsBeside
          tableFrom={900}
          empty={{ title: 'No accounts found' }}
          fileName="accounts"
        />
        <ListRows
          list={list}
          title="Open invitations"
          noun={['invitation', 'invitations']}
          rows={({ invitations }) => invitations}
          rowKey={({ id }) => id}
          rowName={({ email }) => email}
          columns={invitationColumns}
          actions={(row) => (
            <Button
              size="sm"
              variant="outline"
              aria-label={`Withdraw the invitation of ${row.email}`}
              onClick={() => ask(withdrawalOf(row))}
            >
              Withdraw
            </Button>
          )}
          tableFrom={640}
          empty={{
            title: 'No open invitations',
            text: 'Whoever you invite stands here until the invitation is accepted.',
          }}
          fileName="invitations"
        />
      </List>
      {inviting.opened && (
        <InviteDialog
          key={inviting.opened.turn}
          open={inviting.opened.isOpen}
          onClose={inviting.close}
          onInvited={() => void list.reload()}
        />
      )}
      {deed && (
        <ConfirmDialog
          open
          onClose={() => setDeed(null)}
          title={deed.title}
          confirmLabel={deed.label}
          tone={deed.isDanger ? 'danger' : 'plain'}
          busy={act.isPending}
          error={act.error && refusalSentence(act.error)}
          onConfirm={() => act.mutate(deed)}
        >
          {deed.text}
        </ConfirmDialog>
      )}
    </>
  )
}

function AccountMenu({ row, onAsk }: { row: StaffAccount; onAsk: (deed: Deed) => void }) {
  const { id, name, role, disabledAt, hasTwoFactor, isOwn } = row
  const change = (body: { role?: 'owner' | 'staff'; isDisabled?: boolean }) => () =>
    api('PUT /api/admin/accounts/:id', { params: { id }, body })
  const other = role === 'owner' ? 'staff' : 'owner'
  return (
    <Menu
      trigger={
        <IconButton label={`Change ${name}`}>
          <Icon of={EllipsisVertical} />
        </IconButton>
      }
      items={[
        {
          label: other === 'owner' ? 'Make an owner' : 'Make staff',
          onSelect: () =>
            onAsk({
              title: `Change the role of ${name}?`,
              text:
                other === 'owner'
                  ? 'Owners see and change everything, accounts and money settings too.'
                  : 'Staff see neither accounts nor money settings.',
              label: other === 'owner' ? 'Make an owner' : 'Make staff',
              done: `${name} is ${roleNames[other].toLowerCase()} now.`,
              isDanger: false,
              run: change({ role: other }),
            }),
        },
        {
          label: 'Reset two-factor sign-in',
          // One's own is switched off under Security, with the password.
          isDisabled: !hasTwoFactor || isOwn,
          onSelect: () =>
            onAsk({
              title: `Reset the two-factor sign-in of ${name}?`,
              text: 'From then on the password alone opens the account, until it is switched on again. Make sure that it is really they who ask.',
              label: 'Reset',
              done: `${name} signs in with the password alone now.`,
              isDanger: true,
              run: () => api('POST /api/admin/accounts/:id/reset-two-factor', { params: { id } }),
            }),
        },
        disabledAt === null
          ? {
              label: 'Disable',
              isDanger: true,
              isDisabled: isOwn,
              onSelect: () =>
                onAsk({
                  title: `Disable the account of ${name}?`,
                  text: 'They are signed out everywhere at once, and cannot sign in until you enable it again.',
                  label: 'Disable',
                  done: `${name} cannot sign in any more.`,
                  isDanger: true,
                  run: change({ isDisabled: true }),
                }),
            }
          : {
              label: 'Enable',
              onSelect: () =>
                onAsk({
                  title: `Enable the account of ${name}?`,
                  text: 'They can sign in again with their password.',
                  label: 'Enable',
                  done: `${name} can sign in again.`,
                  isDanger: false,
                  run: change({ isDisabled: false }),
                }),
            },
      ]}
    />
  )
}

function withdrawalOf({ id, email }: Invitation): Deed {
  return {
    title: 'Withdraw this invitation?',
    text: `The link in the letter to ${email} opens nothing any more.`,
    label: 'Withdraw',
    done: `The invitation of ${email} is withdrawn.`,
    isDanger: true,
    run: () => api('DELETE /api/admin/accounts/invitations/:id', { params: { id } }),
  }
}
