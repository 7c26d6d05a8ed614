import { type RefObject, useRef } from 'react'
import { markPaidBody } from '../../../../contract/enrolments.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SentDialog } from '../../form-dialog.tsx'
import { sayFailed } from '../../use-deed.ts'
import type { Registration, RegistrationKind } from './registration-columns.tsx'

export function MarkPaidDialog({
  kind,
  row,
  heading,
  onPaid,
  onRefused,
  ...dialog
}: Openable & {
  kind: RegistrationKind
  row: Registration
  /** The table's. It gets the focus afterwards: the button that opened the dialog goes once the seat is paid. */
  heading: RefObject<HTMLElement | null>
  onPaid: () => void
  /** Refused: the money may be recorded all the same, without a seat. */
  onRefused: () => void
}) {
  const focusAfter = useRef<HTMLElement>(null)
  const title = 'event_title' in row ? row.event_title : row.course_title
  return (
    <SentDialog
      {...dialog}
      title="Mark paid"
      description={
        <>
          {row.name} · {title} · {formatRupees(row.amount)} ·{' '}
          <span className="whitespace-nowrap">{row.reference}</span>
        </>
      }
      isToldAbove
      finalFocus={focusAfter}
      submitLabel="Mark paid"
      sendingLabel="Recording..."
      rules={markPaidBody}
      defaults={{ reference: '', note: '' }}
      send={(typed, keyed) => {
        const body = { reference: typed.reference || undefined, note: typed.note || undefined }
        const input = { params: { id: row.id }, body }
        return kind === 'event'
          ? api('POST /api/admin/events_enrollments/:id/payment', input, keyed(body))
          : api('POST /api/admin/enrollments/:id/payment', input, keyed(body))
      }}
      done={{ title: 'Payment recorded', description: `${row.name}'s seat is confirmed.` }}
      onSent={() => {
        focusAfter.current = heading.current
        onPaid()
      }}
      onRefused={(error) => {
        sayFailed(error, 'Failed to record the payment. Please try again.')
        if (error.status !== 401) onRefused()
      }}
    >
      {(field, { sending }) => (
        <>
          {row.status === 'expired' && !sending.isError && (
            <Note tone="warning">
              {row.payment === 'attention'
                ? 'The money is recorded, but there was no seat left. If one is free now, it is given to this student.'
                : 'The hold on this seat has ended. If a seat is free, it is taken again.'}
            </Note>
          )}
          <TextField
            label="Reference"
            hint="The bank's or UPI reference (optional)"
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
