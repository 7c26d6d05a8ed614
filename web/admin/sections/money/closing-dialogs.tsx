import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { closingNote, type Payable, type StatementLine } from '../../../../contract/money.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { api } from '../../../lib/api.ts'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { SentDialog } from '../../form-dialog.tsx'
import { sayFailed } from '../../use-deed.ts'
import { targetText } from './money-words.tsx'

const closingRules = z.object({ outcome: z.enum(['refunded', 'ignored']), note: closingNote })

const outcomes = [
  { value: 'refunded', label: 'Sent back' },
  { value: 'ignored', label: 'Not ours (interest, own transfer…)' },
]

/** Money that belongs to nothing here: what became of it. */
export function CloseLineDialog({
  line: { id, amount, reference, description, suggestion },
  onClosed,
  ...dialog
}: Openable & { line: StatementLine; onClosed: () => void }) {
  return (
    <SentDialog
      {...dialog}
      title="Close without a match"
      description={`${formatRupees(amount)} · ${reference ?? description}`}
      isToldAbove
      submitLabel="Close line"
      sendingLabel="Closing..."
      rules={closingRules}
      defaults={{ outcome: suggestion?.action === 'double' ? 'refunded' : 'ignored', note: '' }}
      send={(body, keyed) =>
        api('POST /api/admin/money/lines/:id/close', { params: { id }, body }, keyed(body))
      }
      done={{ title: 'Success', description: 'The line is off the list.' }}
      onSent={onClosed}
      onRefused={(error) => sayFailed(error, 'Failed to close the line. Please try again.')}
    >
      {(field) => (
        <>
          <SelectField label="What became of it" options={outcomes} {...field('outcome')} />
          <NoteField
            hint="For whoever looks later: how and when it was sent back, or what it was."
            {...field('note')}
          />
        </>
      )}
    </SentDialog>
  )
}

/** Notes that money for which no seat was left is sent back. */
export function RefundDialog({ row, onNoted, ...dialog }: Openable & { row: Payable; onNoted: () => void }) {
  return (
    <SentDialog
      {...dialog}
      title="Note refund"
      description={`${targetText(row)} · ${formatRupees(row.amount)}`}
      isToldAbove
      submitLabel="Note refund"
      sendingLabel="Noting..."
      rules={z.object({ note: closingNote })}
      defaults={{ note: '' }}
      send={({ note }, keyed) => {
        const kind = row.kind === 'event-booking' ? 'event-booking' : 'enrolment'
        const body = { kind, id: row.id, note } as const
        return api('POST /api/admin/money/refund', { body }, keyed(body))
      }}
      done={{ title: 'Success', description: 'The refund is noted.' }}
      onSent={onNoted}
      onRefused={(error) => sayFailed(error, 'Failed to note the refund. Please try again.')}
    >
      {(field) => (
        <>
          <Note tone="info">
            Send the money back first, by the bank or the UPI app: this only writes down that it was done.
          </Note>
          <NoteField hint="How, when, with which reference." {...field('note')} />
        </>
      )}
    </SentDialog>
  )
}

const NoteField = (field: Omit<ComponentProps<typeof TextArea>, 'label'>) => (
  <TextArea label="Note" required rows={3} maxLength={500} {...field} />
)
