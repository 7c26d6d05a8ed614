import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import {
  type CancelledBatch,
  cancelBody,
  type MovedPrice,
  type RosterBatch,
} from '../../../../../contract/catalogue/batches.ts'
import { counted, formatRupees } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { InformDialog } from '../../../../ui/confirm-dialog.tsx'
import type { Openable } from '../../../../ui/lazy-dialog.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { nameOfBatch } from '../../../batches/batch-form.tsx'
import { SentDialog } from '../../../form-dialog.tsx'
import { batchText, movedPriceField, seatsText } from '../../../seats/seat-facts.ts'
import { SectionLink } from '../../../section-link.tsx'

const rules = z.object({ ...cancelBody.shape, moveTo: z.string(), price: z.string() })

export function CancelDialog({
  batch,
  others,
  title,
  onCancelled,
  ...dialog
}: Openable & {
  batch: RosterBatch
  others: readonly RosterBatch[]
  title: string
  onCancelled: (answer: CancelledBatch) => void
}) {
  const targets = others.filter(
    ({ id, day, isOver, state }) => id !== batch.id && day !== null && !isOver && state !== 'cancelled',
  )
  const priceOf = (moveTo: string) => {
    const target = targets.find(({ id }) => id === moveTo)
    return target && target.seatPrice !== batch.seatPrice ? movedPriceField(batch, target) : null
  }
  return (
    <SentDialog
      {...dialog}
      draft={`cancelling-of-${batch.id}`}
      title="Cancel this batch?"
      description={`${title}, ${nameOfBatch(batch)}`}
      isToldAbove
      submit={['Cancel the batch', 'Cancelling...']}
      rules={rules}
      defaults={{ reason: '', moveTo: '', price: '' }}
      send={({ reason, moveTo, price }, keyed) => {
        const priced = price !== '' && priceOf(moveTo) && { price: price as MovedPrice }
        const body = { reason, ...(moveTo && { moveTo }), ...priced }
        return api('POST /api/admin/batches/:id/cancel', { params: { id: batch.id }, body }, keyed(body))
      }}
      onSent={({ data }) => {
        if (data.seats + data.moved + data.waiting === 0) {
          toast({ title: 'Batch cancelled', description: 'Nobody had a seat in it.', tone: 'success' })
        }
        onCancelled(data)
      }}
    >
      {(field, { form }) => {
        const otherPrice = priceOf(form.watch('moveTo'))
        return (
          <>
            <p>
              {batch.taken === 0
                ? 'No seat is taken. '
                : `${counted(batch.taken, 'seat is', 'seats are')} taken. `}
              Everybody with a seat, an offer or a place on the waiting list is told once, by e-mail; the
              chats wait in Messages to be sent by hand. What was paid for a cancelled seat waits for you to
              be refunded, or moved with its student to another batch.
            </p>
            {batch.taken > 0 && targets.length > 0 && (
              <SelectField
                label="Their seats"
                options={[
                  { value: '', label: 'Are cancelled' },
                  ...targets.toReversed().map((one) => ({
                    value: one.id,
                    label: `Move to ${batchText(one)} (${seatsText(one)})`,
                  })),
                ]}
                hint="Whoever finds no room there loses the seat; you read their names afterwards."
                {...field('moveTo')}
              />
            )}
            {otherPrice && <SelectField required {...otherPrice} {...field('price')} />}
            <TextArea
              label="Reason"
              required
              maxLength={300}
              hint="A sentence that everybody reads: “Our teacher has fallen ill.”"
              {...field('reason')}
            />
          </>
        )
      }}
    </SentDialog>
  )
}

export function CancelledDialog({
  batch,
  answer: { seats, moved, left, waiting, paid, paidAmount },
  ...dialog
}: Openable & { batch: RosterBatch; answer: CancelledBatch }) {
  const lines: ReactNode[] = [
    moved > 0 && `${counted(moved, 'seat is', 'seats are')} in the other batch now.`,
    left.length > 0 &&
      `No room was left for ${left.map(({ name, reference }) => `${name} (${reference})`).join(', ')}: cancelled.`,
    seats + moved > 0 && 'Told by e-mail; the chats wait in Messages to be sent by hand.',
    waiting > 0 &&
      `${counted(waiting, 'person', 'people')} who waited for a seat ${waiting === 1 ? 'is' : 'are'} told, too.`,
    paid === 0
      ? seats > 0 && 'Nobody had paid.'
      : `${formatRupees(paidAmount)} of ${counted(paid, 'student')} waits to be refunded, or moved with its student to another batch.`,
  ].filter(Boolean)
  return (
    <InformDialog {...dialog} title="Batch cancelled">
      {lines.map((line, n) => (
        <p key={n} className="mt-2">
          {line}
        </p>
      ))}
      {paid > 0 && (
        <SectionLink
          to={`rosters?course=${batch.courseId}&batch=${batch.id}`}
          className="link inline-flex min-h-11 items-center"
        >
          See them on the roster
        </SectionLink>
      )}
    </InformDialog>
  )
}
