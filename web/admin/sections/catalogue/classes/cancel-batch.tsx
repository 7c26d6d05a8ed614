import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import {
  type CancelledBatch,
  cancelBody,
  type MovedPrice,
  type RosterBatch,
} from '../../../../../contract/catalogue/batches.ts'
import { plural } from '../../../../../contract/plural.ts'
import { formatRupees } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { useSendsEmails } from '../../../../lib/school.ts'
import { InformDialog } from '../../../../ui/confirm-dialog.tsx'
import type { Openable } from '../../../../ui/lazy-dialog.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { nameOfBatch } from '../../../batches/batch-form.tsx'
import { SentDialog } from '../../../form-dialog.tsx'
import { useMailPromise } from '../../../mail-promise.ts'
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
  const told = useMailPromise()
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
      submit={['Cancel batch', 'Cancelling...']}
      rules={rules}
      defaults={{ reason: '', moveTo: '', price: '' }}
      send={({ reason, moveTo, price }, keyed) => {
        const priced = price !== '' && priceOf(moveTo) && { price: price as MovedPrice }
        const body = { reason, ...(moveTo && { moveTo }), ...priced }
        return api('POST /api/admin/batches/:id/cancel', { params: { id: batch.id }, body }, keyed(body))
      }}
      onSent={({ data }) => {
        if (data.seats + data.moved + data.waiting === 0) {
          toast({ title: 'Batch cancelled', description: 'Nobody had a seat.', tone: 'success' })
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
                ? 'No seats are taken.'
                : plural(batch.taken, {
                    one: '1 seat is taken.',
                    other: `${batch.taken} seats are taken.`,
                  })}{' '}
              {told('We’ll e-mail everyone with a seat, an offer or a place on the waiting list.')} You can
              send the WhatsApp messages from Messages. For each paid seat that is cancelled, issue a refund
              or move the student to another batch.
            </p>
            {batch.taken > 0 && targets.length > 0 && (
              <SelectField
                label="Seats"
                options={[
                  { value: '', label: 'Cancel the seats' },
                  ...targets.toReversed().map((one) => ({
                    value: one.id,
                    label: `Move to ${batchText(one)} (${seatsText(one)})`,
                  })),
                ]}
                hint="If the other batch fills up, the remaining students will lose their seats. You’ll see their names afterwards."
                {...field('moveTo')}
              />
            )}
            {otherPrice && <SelectField required {...otherPrice} {...field('price')} />}
            <TextArea
              label="Reason"
              required
              maxLength={300}
              hint="We’ll include this in every message. For example, “Our instructor is ill.”"
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
  const told = useMailPromise()
  const sendsEmails = useSendsEmails()
  const lost = left.map(({ name, reference }) => `${name} (${reference})`).join(', ')
  const lines: ReactNode[] = [
    moved > 0 &&
      plural(moved, {
        one: '1 seat moved to the other batch.',
        other: `${moved} seats moved to the other batch.`,
      }),
    left.length > 0 &&
      plural(left.length, {
        one: `There was no room for ${lost}, so that seat is cancelled.`,
        other: `There was no room for ${lost}, so those seats are cancelled.`,
      }),
    seats + moved > 0 &&
      told('We’ll e-mail the students.', 'You can send the WhatsApp messages from Messages.'),
    waiting > 0 &&
      sendsEmails &&
      plural(waiting, {
        one: 'We’ll also tell 1 person on the waiting list.',
        other: `We’ll also tell ${waiting} people on the waiting list.`,
      }),
    paid === 0
      ? seats > 0 && 'Nobody had paid.'
      : plural(paid, {
          one: `1 student has paid ${formatRupees(paidAmount)}. Issue a refund or move the student to another batch.`,
          other: `${paid} students have paid ${formatRupees(paidAmount)} in total. Issue refunds or move the students to another batch.`,
        }),
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
          View the roster
        </SectionLink>
      )}
    </InformDialog>
  )
}
