import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { eventBookingForm } from '../../../../contract/registrations/event-bookings.ts'
import { silentHoldMinutes } from '../../../../contract/registrations/seat-holds.ts'
import type { useCoupon } from '../../../lib/use-coupon.ts'
import { CouponField } from '../../../ui/coupon-field.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { GroupValues } from './group.ts'
import { type GroupControl, GroupFields } from './group-fields.tsx'
import type { SeatField } from './seat-dialog.tsx'

type Typed = z.input<typeof eventBookingForm> & GroupValues
type Values = z.output<typeof eventBookingForm> & GroupValues

export function BookingFields({
  field,
  isFree,
  coupon,
  group,
  children,
}: {
  field: SeatField<Typed, Values>
  isFree: boolean
  coupon: Pick<ReturnType<typeof useCoupon>, 'field'>
  group: GroupControl
  children: ReactNode
}) {
  return (
    <>
      <p className="text-sm text-ink-soft">Step 1 of 2</p>
      {children}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First Name" required autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last Name" required autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField label="Email" type="email" required autoComplete="email" {...field('email')} />
      <PhoneField label="WhatsApp Number" required {...field('phone')} />
      <GroupFields group={group} />
      <TextArea
        label="Special Requirements"
        hint="A seat near the door, an allergy, a guest (optional)"
        rows={3}
        {...field('specialRequirements')}
      />
      {!isFree && <CouponField {...coupon.field} />}
      <p className="text-sm text-ink-soft">
        {isFree
          ? 'The next step keeps a seat for you. There is nothing to pay.'
          : `The next step keeps a seat for you for ${silentHoldMinutes} minutes while you pay. Nothing is charged before.`}
      </p>
    </>
  )
}
