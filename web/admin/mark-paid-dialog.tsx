import { type ComponentProps, type RefObject, useRef } from 'react'
import type { MoneyMethod } from '../../contract/money/payment-methods.ts'
import { markPaidBody } from '../../contract/registrations/enrolments.ts'
import { formatRupees } from '../../contract/words.ts'
import { useSchoolToday } from '../lib/use-school-today.ts'
import type { Keyed } from '../lib/use-sending.ts'
import { DateField } from '../ui/date-field.tsx'
import type { Openable } from '../ui/lazy-dialog.tsx'
import { Note } from '../ui/note.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { SentDialog } from './form-dialog.tsx'
import { SumAndMethod } from './money/sum-and-method.tsx'

export interface Paid {
  /** The received sum in rupees. */
  amount: number
  method: MoneyMethod
  /** The default is today. */
  day?: string
  reference: string | undefined
  note: string | undefined
  acceptDifference: boolean
  /** The rupees that were due when the dialog opened. */
  due: string
}

export function MarkPaidDialog({
  of,
  due,
  isReported = false,
  restWords,
  warning,
  send,
  confirmed,
  focusAfter,
  onChanged,
  ...dialog
}: Openable & {
  of: string
  description: ComponentProps<typeof SentDialog>['description']
  isToldAbove?: boolean
  /** The rupees that are due. */
  due: string
  /** True if the payer reported the payment on the site, which is possible only for UPI. */
  isReported?: boolean
  /** Returns the text about the remaining sum, shown if less than the sum due was received. */
  restWords: (restInRupees: number) => string
  /** A warning, for example that the hold has ended; null for no warning. */
  warning: string | null
  /** @throws ApiError */
  send: (paid: Paid, keyed: Keyed) => Promise<unknown>
  confirmed: string
  /** Takes the focus if the button that opened the dialog has disappeared. */
  focusAfter?: RefObject<HTMLElement | null>
  /**
   * Called after the payment is recorded, and after an error, because the payment may have been recorded all the same.
   */
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
      submit={['Mark paid', 'Recording...']}
      rules={markPaidBody}
      defaults={{
        amount: String(Number(due)),
        method: (isReported ? 'upi' : '') as MoneyMethod,
        day: today,
        reference: '',
        note: '',
      }}
      send={({ amount = 0, method, day = today, reference, note }, keyed) =>
        send(
          {
            amount: amount / 100,
            method,
            // The device's clock may be wrong, so today's date is left to the server.
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
      failed="We couldn’t record the payment. Try again."
      onRefused={({ status }) => status !== 401 && onChanged()}
    >
      {(field, { form, sending }) => (
        <>
          <Note tone="warning">{!sending.isError && warning}</Note>
          <SumAndMethod
            sum={{ hint: `${formatRupees(due)} is due`, ...field('amount') }}
            method={{ label: 'Payment method', ...field('method') }}
          />
          <Difference cameInRupees={Number(form.watch('amount'))} due={due} restWords={restWords} />
          <DateField label="Date received" max={today} required {...field('day')} />
          <TextField
            label="Reference"
            hint="Bank or UPI number (optional). Anything else is saved as a note."
            maxLength={80}
            autoComplete="off"
            {...field('reference')}
          />
          <TextArea
            label="Note"
            hint="For staff only (optional)"
            rows={3}
            maxLength={500}
            {...field('note')}
          />
        </>
      )}
    </SentDialog>
  )
}

function Difference({
  cameInRupees,
  due,
  restWords,
}: Pick<ComponentProps<typeof MarkPaidDialog>, 'due' | 'restWords'> & { cameInRupees: number }) {
  const rest = Number(due) - cameInRupees
  if (!(cameInRupees > 0) || rest === 0) return null
  return (
    <Note
      tone="warning"
      role="status"
      title={`${formatRupees(cameInRupees)} received of ${formatRupees(due)} due`}
    >
      {rest > 0
        ? restWords(rest)
        : `${formatRupees(-rest)} more than is due. It stays under “Refunds due” in the Money Desk until you refund it.`}
    </Note>
  )
}
