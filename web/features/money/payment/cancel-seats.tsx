import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { cancelTogether } from '../../../../contract/registrations/cancelling.ts'
import type { Cancelling } from '../../../../contract/registrations/enrolments.ts'
import { decimalRupees, formatRupees } from '../../../../contract/words.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { seatKey } from '../../../lib/seats-taken.ts'
import { useSending } from '../../../lib/use-sending.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import '../../../ui/more.css'
import * as text from './cancel-seats.en.tsx'

type CancellableSeat = Cancelling['seats'][number]

interface Answer {
  data: { status: string }
}

const paiseOf = (rupees: string) => Math.round(Number(rupees) * 100)
/** The refund for the chosen seats, while `dueInPaise` is due for all seats of the payer. */
function sumsOf(chosen: readonly CancellableSeat[], dueInPaise: number) {
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  const due = dueInPaise - sum(chosen.map((seat) => paiseOf(seat.due)))
  const together = cancelTogether(
    chosen.map((seat) => ({
      priceInPaise: paiseOf(seat.price),
      paidInPaise: paiseOf(seat.paid) - paiseOf(seat.waits),
      waitsInPaise: paiseOf(seat.waits),
      cancelShare: seat.share,
    })),
    due,
  )
  const moves = sum(together.map(({ movesInPaise }) => movesInPaise))
  return {
    paid: decimalRupees(sum(chosen.map((seat) => paiseOf(seat.paid))) - moves),
    back: decimalRupees(sum(together.map(({ backInPaise }) => backInPaise))),
    moves: decimalRupees(moves),
    due: decimalRupees(due - moves),
  }
}

/**
 * Asks a payer before confirmed seats are cancelled, and shows the sum that goes back. A payer with several seats can
 * choose some of them.
 */
export default function CancelSeats({
  id,
  seats,
  isOfGroup,
  due,
  queryKey,
  ...dialog
}: Openable & {
  id: string
  seats: Cancelling['seats']
  /** True if the payer has further seats, so that the dialog names the only one that it offers. */
  isOfGroup: boolean
  /** The money that is due for all of the payer's seats. */
  due: string
  queryKey: QueryKey
}): ReactNode {
  const queryClient = useQueryClient()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const isOfMany = seats.length > 1
  const [first] = seats
  const only = !isOfMany && isOfGroup && first ? { name: nameOf(first) } : null
  const chosen = isOfMany ? seats.filter((seat) => ticked.includes(seat.id)) : seats
  const sums = sumsOf(chosen, paiseOf(due))
  const cancel = useSending<Answer, { seats: string[]; back: string; key: string | null }, ApiError>({
    send: (body, keyed) =>
      api('POST /api/enrollments/:id/cancellation', { params: { id }, body }, keyed(body)),
    onSuccess({ data: { status } }) {
      dialog.onClose()
      // The page's heading says so if no seat is left.
      if (status === 'cancelled') return
      toast({
        title: text.done({ count: chosen.length }),
        ...(Number(sums.back) > 0 && { description: text.doneLead({ back: formatRupees(sums.back) }) }),
        tone: 'success',
      })
    },
    onError({ code, message }) {
      if (code !== 'conflict') return
      // The page then shows the state of the seats, without this dialog.
      dialog.onClose()
      toast({ title: message, tone: 'error' })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const [hasNone, setHasNone] = useState(false)
  const error =
    hasNone && chosen.length === 0 ? text.chooseSeats : cancel.error && (cancel.error.message || text.failed)
  return (
    <ConfirmDialog
      {...dialog}
      title={only ? text.titleOf(only) : text.title({ count: seats.length })}
      tone="danger"
      confirmLabel={isOfMany || only ? text.confirmChosen({ count: chosen.length }) : text.confirm}
      cancelLabel={only ? text.keepOther : text.keep({ count: seats.length })}
      busy={cancel.isPending}
      error={error}
      onConfirm={() => {
        if (chosen.length === 0) setHasNone(true)
        else if (!cancel.isPending)
          cancel.mutate({ seats: chosen.map((seat) => seat.id), back: sums.back, key: seatKey(id) })
      }}
    >
      {isOfMany && (
        <fieldset className="mt-3 text-ink">
          <legend className="sr-only">{text.seatsToCancel}</legend>
          {seats.map((seat) => (
            <Checkbox
              key={seat.id}
              label={
                Number(due) > 0
                  ? nameOf(seat)
                  : text.seat({ name: nameOf(seat), back: formatRupees(seat.back) })
              }
              checked={ticked.includes(seat.id)}
              disabled={cancel.isPending}
              onChange={({ target }) =>
                setTicked(target.checked ? [...ticked, seat.id] : ticked.filter((one) => one !== seat.id))
              }
            />
          ))}
        </fieldset>
      )}
      <p role="status" className="mt-3 text-ink empty:hidden">
        {chosen.length > 0 && refundText(sums)}
      </p>
      <p className="mt-3">{text.lead({ count: seats.length })}</p>
    </ConfirmDialog>
  )
}

const nameOf = (seat: CancellableSeat) => seat.name ?? text.unnamed(seat)

function refundText({ paid, back, moves, due }: ReturnType<typeof sumsOf>): ReactNode {
  const hasMoved = Number(moves) > 0
  return (
    <>
      {hasMoved && text.paysOthers({ amount: formatRupees(moves) })}
      {(!hasMoved || Number(paid) > 0) && (
        <>
          {hasMoved && ' '}
          {backText({ paid, back })}
        </>
      )}
      {Number(due) > 0 && ` ${text.staysDue({ due: formatRupees(due) })}`}
    </>
  )
}

function backText({ paid, back }: { paid: string; back: string }): ReactNode {
  const shown = { paid: formatRupees(paid), back: formatRupees(back) }
  if (Number(paid) === 0) return text.nothingPaid
  if (Number(back) === 0) return text.refundNone(shown)
  return Number(back) < Number(paid) ? text.refund(shown) : text.refundAll(shown)
}
