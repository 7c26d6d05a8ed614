import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { EndpointResponse } from '../../../../contract/endpoint.ts'
import { reminderFormOf, type setReminder } from '../../../../contract/orders/reminders.ts'
import { dayText } from '../../../../contract/words.ts'
import { ApiError, api } from '../../../lib/api.ts'
import { query, rowsIn, useStale } from '../../../lib/query.ts'
import { useSentForm } from '../../../lib/use-checked-form.ts'
import { useSessionToken } from '../../../lib/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { SendDialog } from '../../../ui/send-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const labels = { begins: 'Remind me', ends: 'Do not remind me any more' }

export default function RemindDialog({ id, ...dialog }: Openable & { id: string }) {
  const token = useSessionToken()
  const own = useQuery({ ...query('GET /api/orders'), enabled: token !== null })
  const isBuyers = rowsIn<{ id: string }>(own.data).some((order) => order.id === id)
  const of = useQuery({
    ...query('GET /api/orders/:id/recipient', { params: { id } }),
    enabled: token !== null && isBuyers,
  })
  /** Anybody but the known buyer may have a reminder, because only the typed address tells. */
  const mayEnd = !isBuyers || of.data?.data.isReminded === true
  const stale = useStale()
  /** The last pressed choice, which the dialog's own button sends again after a refusal. */
  const [isWanted, setWanted] = useState(true)
  // A ref holds it too, because the press sends before the new state is rendered.
  const wanted = useRef(true)
  const form = useSentForm({
    rules: reminderFormOf({ isBuyers }),
    defaults: { email: '' },
    send: async ({ email }, keyed) => {
      const body = { isWanted: wanted.current, ...(email && { email }) }
      const { data }: Partial<EndpointResponse<typeof setReminder>> = await api(
        'PUT /api/orders/:id/reminder',
        { params: { id }, body },
        keyed({ id, ...body }),
      )
      const letterOn = data?.letterOn
      if (body.isWanted ? typeof letterOn !== 'string' : letterOn !== null) throw new ApiError(0, null)
      return { letterOn }
    },
    onSent: () => stale('GET /api/orders/:id/recipient'),
  })
  const letterOn = form.sending.data?.letterOn
  function choose(isWanted: boolean) {
    wanted.current = isWanted
    setWanted(isWanted)
  }
  return (
    <SendDialog
      {...dialog}
      onClose={() => {
        dialog.onClose()
        choose(true)
      }}
      title="Remind me next year"
      description="One letter each year, a week before the day of this order. Each has a link that ends it."
      sendLabel={labels[isWanted ? 'begins' : 'ends']}
      form={form}
      thanks={
        letterOn
          ? { title: 'We remind you', text: `The next letter comes on ${dayText(letterOn)}.` }
          : { title: 'No reminder', text: 'We write to you about this day no more.' }
      }
    >
      {isBuyers ? (
        <p>We write to the address that you ordered with.</p>
      ) : (
        <TextField
          label="Your e-mail"
          hint="The address that you ordered with"
          type="email"
          required
          autoComplete="email"
          {...form.field('email')}
        />
      )}
      {(mayEnd || !isWanted) && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-2 self-start"
          disabled={form.sending.isPending}
          onClick={(event) => {
            choose(!isWanted)
            event.currentTarget.form?.requestSubmit()
          }}
        >
          {labels[isWanted ? 'ends' : 'begins']}
        </Button>
      )}
    </SendDialog>
  )
}
