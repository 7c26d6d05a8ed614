import type { RefObject } from 'react'
import { plural } from '../../../contract/plural.ts'
import type { RosterSeat } from '../../../contract/registrations/rosters.ts'
import { formatRupees, joined } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { useMailPromise } from '../mail-promise.ts'
import { MarkPaidDialog } from '../mark-paid-dialog.tsx'

type PaidSeat = Pick<
  RosterSeat,
  'kind' | 'id' | 'name' | 'reference' | 'status' | 'payment' | 'amount' | 'paid' | 'due' | 'group'
>

/** A seat whose hold has ended can also be marked paid: the person then gets a seat again. */
export function canMarkPaid({ status, due }: Pick<PaidSeat, 'status' | 'due'>): boolean {
  return status === 'pending' || status === 'expired' || Number(due) > 0
}

/** Returns the rupees that are due; for a group, the sum for all its seats. */
function openDue({ status, amount, paid, due, group }: PaidSeat): string {
  if (group !== null) return group.due
  return status === 'expired' ? Math.max(0, Number(amount) - Number(paid)).toFixed(2) : due
}

export function MarkSeatPaidDialog({
  seat,
  title,
  ...dialog
}: Openable & {
  seat: PaidSeat
  title: string
  focusAfter?: RefObject<HTMLElement | null>
  onChanged: () => void
}) {
  const { kind, id, group } = seat
  const told = useMailPromise()
  const warnings = [
    group &&
      plural(group.seats, {
        one: `This records payment for the seat that ${group.payer} booked.`,
        other: `This records payment for all ${group.seats} seats that ${group.payer} booked.`,
      }),
    seat.status === 'expired' && expiredWords[seat.payment === 'attention' ? 'paid' : 'due'],
  ]
  return (
    <MarkPaidDialog
      {...dialog}
      of={id}
      description={
        <>
          {group?.payer ?? seat.name} · {title} · {formatRupees(seat.amount)}
          {group && ' each'} · <span className="whitespace-nowrap">{group?.reference ?? seat.reference}</span>
        </>
      }
      isToldAbove
      due={openDue(seat)}
      isReported={seat.payment === 'checking'}
      restWords={(rest) =>
        told('We’ll let the student know.', `The seat is confirmed, and ${formatRupees(rest)} is still due.`)
      }
      warning={joined(warnings, ' ') || null}
      send={(body, keyed) => {
        const input = { params: { id }, body }
        return kind === 'event-booking'
          ? api('POST /api/admin/events_enrollments/:id/payment', input, keyed(body))
          : api('POST /api/admin/enrollments/:id/payment', input, keyed(body))
      }}
      confirmed={
        group ? `The seats that ${group.payer} booked are confirmed.` : `${seat.name}’s seat is confirmed.`
      }
    />
  )
}

const expiredWords = {
  paid: 'The payment is recorded, but no seat was left. If one is free now, this student gets it.',
  due: 'The hold on this seat has expired. If a seat is free, this student gets it.',
}
