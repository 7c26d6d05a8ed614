import { type PayableKind, reverseBody } from '../../../contract/money/money.ts'
import { api } from '../../lib/api.ts'
import { useStale } from '../../lib/query.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { SentDialog } from '../form-dialog.tsx'
import { isSeat } from '../seats/seat-facts.ts'

export function ReverseDialog({
  entry,
  kind,
  about,
  onReversed,
  ...dialog
}: Openable & {
  entry: { id: string }
  kind: PayableKind
  about?: string
  onReversed: () => void
}) {
  const stale = useStale()
  return (
    <SentDialog
      {...dialog}
      draft={`reversal-of-${entry.id}`}
      title="Entered by mistake"
      description={about}
      isToldAbove
      submit={['Take it back', 'Taking back...']}
      rules={reverseBody}
      defaults={{ reason: '', tell: false }}
      send={(body, keyed) =>
        api('POST /api/admin/money/receipts/:id/reverse', { params: { id: entry.id }, body }, keyed(body))
      }
      done={{ title: 'The payment is taken back', description: 'What it paid is due again.' }}
      onSent={() => {
        stale('GET /api/admin/money/of/:kind/:id')
        onReversed()
      }}
      failed="Failed to take the payment back. Please try again."
    >
      {(field) => (
        <>
          <Note tone="warning">
            No money moves. What this sum paid is due again, and stays as it is otherwise: a seat stays
            confirmed until you cancel it. The line of a statement that showed it is to be settled again.
          </Note>
          <TextArea
            label="What was wrong"
            required
            rows={3}
            maxLength={500}
            hint="Stays in the books beside the payment."
            {...field('reason')}
          />
          {isSeat({ kind }) && (
            <Checkbox
              label="Tell the student"
              hint="Only if they read that it had arrived."
              {...field('tell')}
            />
          )}
        </>
      )}
    </SentDialog>
  )
}
