import { type ComponentProps, type RefObject, useRef } from 'react'
import { markPaidBody } from '../../contract/enrolments.ts'
import type { MoneyMethod } from '../../contract/money-methods.ts'
import { formatRupees } from '../../contract/words.ts'
import type { ApiError } from '../lib/api.ts'
import { useSchoolToday } from '../lib/use-school-today.ts'
import type { Keyed } from '../lib/use-sending.ts'
import type { Openable } from '../ui/lazy-dialog.tsx'
import { Note } from '../ui/note.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { SentDialog } from './form-dialog.tsx'
import { SumAndMethod } from './money/sum-and-method.tsx'
import { sayFailed } from './use-deed.ts'

export interface Paid {
  /** Rupees. */
  amount: number
  method: MoneyMethod
  /** Today unless told. */
  day?: string
  reference: string | undefined
  note: string | undefined
  acceptDifference: boolean
  /** Rupees that were due when the dialog was opened. */
  due: string
}

/** Staff saw the money of a seat, an order or a fee, or a part of it. */
export function MarkPaidDialog({
  of,
  due,
  restWords,
  warning,
  send,
  confirmed,
  focusAfter,
  onChanged,
  ...dialog
}: Openable & {
  /** The id of what it is paid for. */
  of: string
  description: ComponentProps<typeof SentDialog>['description']
  isToldAbove?: boolean
  /** Rupees that are still to come. */
  due: string
  /** What becomes of the rest where less came, in a sentence. */
  restWords: (restInRupees: number) => string
  /** What is to be known before, such as that its hold has ended; null is nothing. */
  warning: string | null
  /** @throws ApiError */
  send: (paid: Paid, keyed: Keyed) => Promise<unknown>
  /** What stands from now on, in a sentence. */
  confirmed: string
  /** Gets the focus afterwards, where the button that opened the dialog goes. */
  focusAfter?: RefObject<HTMLElement | null>
  /** After a refusal too: the money may be recorded all the same, with nothing for it. */
  onChanged: () => void
}) {
  const focus = useRef<HTMLElement>(null)
  const today = useSchoolToday()
  return (
    <SentDialog
      {...dialog}
      draft={`payment-of-${of}`}
      title="Mark paid"
      {...(focusAfter && { finalFocus: focus })}
      submitLabel="Mark paid"
      sendingLabel="Recording..."
      rules={markPaidBody}
      defaults={{
        amount: String(Number(due)),
        method: '' as MoneyMethod,
        day: today,
        reference: '',
        note: '',
      }}
      send={({ amount = 0, method, day = today, reference, note }, keyed) =>
        send(
          {
            amount: amount / 100,
            method,
            // The server's today, unless told: a device's clock may be wrong.
            ...(day !== today && { day }),
            reference: reference || undefined,
            note: note || undefined,
            acceptDifference: amount !== Math.round(Number(due) * 100),
            due,
          },
          keyed,
        )
      }
      done={{ title: 'Payment recorded', description: confirmed }}
      onSent={() => {
        focus.current = focusAfter?.current ?? null
        onChanged()
      }}
      onRefused={(error: ApiError) => {
        sayFailed(error, 'Failed to record the payment. Please try again.')
        if (error.status !== 401) onChanged()
      }}
    >
      {(field, { form, sending }) => (
        <>
          <Note tone="warning">{!sending.isError && warning}</Note>
          <SumAndMethod
            sum={{ hint: `${formatRupees(due)} is due`, ...field('amount') }}
            method={{ label: 'How it came', ...field('method') }}
          />
          <Difference cameInRupees={Number(form.watch('amount'))} due={due} restWords={restWords} />
          <TextField label="Day it came" type="date" max={today} required {...field('day')} />
          <TextField
            label="Reference"
            hint="The bank's or UPI number; anything else is kept as a note (optional)"
            maxLength={80}
            autoComplete="off"
            {...field('reference')}
          />
          <TextArea label="Note" hint="For the team (optional)" rows={3} maxLength={500} {...field('note')} />
        </>
      )}
    </SentDialog>
  )
}

function Difference({
  cameInRupees,
  due,
  restWords,
}: {
  cameInRupees: number
  due: string
  restWords: (restInRupees: number) => string
}) {
  const rest = Number(due) - cameInRupees
  if (!(cameInRupees > 0) || rest === 0) return null
  return (
    <Note tone="warning" role="status" title={`${formatRupees(cameInRupees)} of ${formatRupees(due)}.`}>
      {rest > 0
        ? restWords(rest)
        : `${formatRupees(-rest)} more than is due. It stays here until you give it back.`}
    </Note>
  )
}
