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
      title="Reverse payment"
      description={about}
      isToldAbove
      submit={['Reverse payment', 'Reversing...']}
      rules={reverseBody}
      defaults={{ reason: '', tell: false }}
      send={(body, keyed) =>
        api('POST /api/admin/money/receipts/:id/reverse', { params: { id: entry.id }, body }, keyed(body))
      }
      done={{ title: 'Payment reversed', description: 'The amount is due again.' }}
      onSent={() => {
        stale('GET /api/admin/money/of/:kind/:id')
        onReversed()
      }}
      failed="We couldn’t reverse the payment. Try again."
    >
      {(field) => (
        <>
          <Note tone="warning">
            Use this for a payment entered by mistake. No money moves, and the amount becomes due again. A
            seat stays confirmed until you cancel it. A statement line matched to this payment needs matching
            again.
          </Note>
          <TextArea
            label="Reason"
            required
            rows={3}
            maxLength={500}
            hint="Kept with the payment"
            {...field('reason')}
          />
          {isSeat({ kind }) && (
            <Checkbox
              label="Tell the student"
              hint="Tick this only if the student was told that we received the payment."
              {...field('tell')}
            />
          )}
        </>
      )}
    </SentDialog>
  )
}
