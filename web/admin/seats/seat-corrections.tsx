import { correctionBody } from '../../../contract/people/people.ts'
import { plural } from '../../../contract/plural.ts'
import { type RosterSeat, seatPriceBody } from '../../../contract/registrations/rosters.ts'
import { formatRupees } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SentDialog } from '../form-dialog.tsx'
import { priceLetterText } from './notification-text.ts'

export function CorrectPersonDialog({
  seat,
  onChanged,
  ...dialog
}: Openable & { seat: RosterSeat; onChanged: () => void }) {
  const { kind, id, name, email, phone, group } = seat
  return (
    <SentDialog
      {...dialog}
      draft={`person-of-${id}`}
      title={`Edit ${name}’s details`}
      description={
        group
          ? plural(group.seats, {
              one: `These are the contact details of ${group.payer}, who booked 1 seat.`,
              other: `These are the contact details of ${group.payer}, who booked ${group.seats} seats.`,
            })
          : 'We’ll use the new e-mail address and phone number from now on.'
      }
      rules={correctionBody}
      defaults={{ name, email, phone, before: { name, email, phone } }}
      send={(body, keyed) =>
        api('PUT /api/admin/seats/:kind/:id/person', { params: { kind, id }, body }, keyed({ id, ...body }))
      }
      done={({ data }) => ({
        title: 'Details saved',
        description:
          data.redirected > 0
            ? plural(data.redirected, {
                one: 'We’ll send 1 unsent message to the new contact details.',
                other: `We’ll send ${data.redirected} unsent messages to the new contact details.`,
              })
            : 'We’ll use the new details from now on.',
      })}
      onSent={onChanged}
      // A 409 means that somebody else corrected the seat, so the seat is loaded again and shows that correction.
      onRefused={({ status }) => status === 409 && onChanged()}
    >
      {(field) => (
        <>
          <TextField label="Full name" required maxLength={120} autoComplete="off" {...field('name')} />
          <TextField
            label="Email"
            hint="Needed to send e-mails"
            type="email"
            autoComplete="off"
            {...field('email')}
          />
          <PhoneField label="Phone" required autoComplete="off" {...field('phone')} />
        </>
      )}
    </SentDialog>
  )
}

export function SeatPriceDialog({
  seat,
  onChanged,
  ...dialog
}: Openable & { seat: RosterSeat; onChanged: () => void }) {
  const { kind, id, name, reference, amount, paid } = seat
  return (
    <SentDialog
      {...dialog}
      draft={`price-of-${id}`}
      title="Change price"
      description={`${name} · ${reference}`}
      isToldAbove
      submit={['Save price', 'Saving...']}
      rules={seatPriceBody}
      defaults={{ price: String(Number(amount)), reason: '' }}
      send={({ price, reason }, keyed) => {
        const body = { price: price / 100, reason, before: amount }
        return api('PUT /api/admin/seats/:kind/:id/price', { params: { kind, id }, body }, keyed(body))
      }}
      done={{ title: 'Price changed', description: priceLetterText(seat) }}
      onSent={onChanged}
      failed="We couldn’t change the price. Try again."
    >
      {(field) => (
        <>
          <NumberField
            label="Price"
            hint={`Now ${formatRupees(amount)}, with ${formatRupees(paid)} received. Refund anything received above the new price.`}
            prefix="₹"
            step={0.01}
            required
            {...field('price')}
          />
          <TextArea
            label="Reason"
            hint="Shown to staff in the history"
            required
            rows={2}
            maxLength={300}
            {...field('reason')}
          />
        </>
      )}
    </SentDialog>
  )
}
