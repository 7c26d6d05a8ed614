import { useMutation, useQuery } from '@tanstack/react-query'
import { changeRecipientForm, type SavedRecipient } from '../../../../contract/store/saved-recipients.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { query, useStale } from '../../../lib/query.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import { Button } from '../../../ui/button.tsx'
import { focusBeside } from '../../../ui/focus-beside.ts'
import { type Openable, useDialog } from '../../../ui/lazy-dialog.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { SendDialog } from '../../../ui/send-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { OwnPart } from './own-part.tsx'
import * as text from './profile.en.tsx'

export function OwnRecipients() {
  const result = useQuery(query('GET /api/recipients'))
  const stale = useStale()
  const { show, dialog } = useDialog()
  const changed = () => stale('GET /api/recipients')
  const bringBack = useMutation<unknown, ApiError, SavedRecipient>({
    mutationFn: async ({ id: _, label, ...body }) => {
      const saved = (await api('POST /api/recipients', { body })).data
      if (saved.label === label) return
      await api('PUT /api/recipients/:id', { params: { id: saved.id }, body: { label, ...body } }).catch(() =>
        toastFailed(text.restoredAs(saved), text.nicknameLost),
      )
    },
    onError: ({ message }, recipient) => toastFailed(text.restoreFailed(recipient), message),
    onSettled: changed,
  })
  const remove = useMutation<unknown, ApiError, { recipient: SavedRecipient; row: Element | null }>({
    mutationFn: ({ recipient: { id } }) => api('DELETE /api/recipients/:id', { params: { id } }),
    onSuccess: (_, { recipient, row }) => {
      if (row?.contains(document.activeElement)) focusBeside(row)
      toast({
        title: text.recipientDeleted(recipient),
        action: { label: text.undo, onClick: () => bringBack.mutate(recipient) },
      })
    },
    onError: ({ message }, { recipient }) => toastFailed(text.deleteFailed(recipient), message),
    onSettled: changed,
  })
  return (
    <>
      <OwnPart
        of={result}
        failed={text.recipientsFailed}
        loading={text.recipientsLoading}
        heights={['h-20 w-full']}
      >
        {(list) =>
          list.length === 0 ? (
            <p className="mt-3 text-ink-soft">{text.noRecipients}</p>
          ) : (
            <ul aria-label={text.recipients} className="mt-4 divide-y divide-line border-y border-line">
              {list.map((recipient) => (
                <li key={recipient.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                  <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
                    <p className="font-bold">{recipient.label}</p>
                    <p className="text-sm text-ink-soft">{addressOf(recipient)}</p>
                  </div>
                  <div className="flex gap-2">
                    <Button
                      size="sm"
                      variant="outline"
                      aria-label={text.changeRecipient(recipient)}
                      onClick={() =>
                        show((props) => (
                          <RecipientDialog {...props} recipient={recipient} onChanged={changed} />
                        ))
                      }
                    >
                      {text.change}
                    </Button>
                    <Button
                      size="sm"
                      variant="quiet"
                      aria-label={text.removeRecipient(recipient)}
                      data-takes-out
                      busy={remove.isPending && remove.variables.recipient.id === recipient.id}
                      onClick={({ currentTarget }) =>
                        remove.mutate({ recipient, row: currentTarget.closest('li') })
                      }
                    >
                      {text.remove}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </OwnPart>
      {dialog}
    </>
  )
}

function addressOf({ label, recipientName, address, area, pincode, recipientPhone }: SavedRecipient): string {
  const name = recipientName === label ? '' : recipientName
  return [name, address, `${area} ${pincode}`, recipientPhone].filter(Boolean).join(', ')
}

function toastFailed(title: string, why: string): void {
  toast({ title, description: why || text.checkConnection, tone: 'error' })
}

function RecipientDialog({
  recipient: { id, ...recipient },
  onChanged,
  ...dialog
}: Openable & { recipient: SavedRecipient; onChanged: () => void }) {
  const form = useSentForm({
    rules: changeRecipientForm,
    defaults: recipient,
    send: (body) => api('PUT /api/recipients/:id', { params: { id }, body }),
    onSent: onChanged,
    onRefused: onChanged,
  })
  const { field } = form
  return (
    <SendDialog
      {...dialog}
      title={text.changeRecipient(recipient)}
      description={text.changeRecipientLead}
      sendLabel={text.save}
      form={form}
      thanks={{ title: text.recipientSaved, text: text.recipientSavedLead }}
    >
      <TextField
        label={text.nickname}
        hint={text.nicknameHint}
        autoComplete="off"
        maxLength={120}
        {...field('label')}
      />
      <TextField
        label={text.recipientName}
        required
        autoComplete="off"
        maxLength={120}
        {...field('recipientName')}
      />
      <PhoneField label={text.recipientPhone} required autoComplete="off" {...field('recipientPhone')} />
      <TextField label={text.address} required autoComplete="off" maxLength={300} {...field('address')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={text.area} required autoComplete="off" maxLength={120} {...field('area')} />
        <TextField
          label={text.pincode}
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          {...field('pincode')}
        />
      </div>
      <TextField label={text.landmark} autoComplete="off" maxLength={200} {...field('landmark')} />
    </SendDialog>
  )
}
