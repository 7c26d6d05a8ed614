import type { RefObject } from 'react'
import type { PayableKind } from '../../../../../contract/money/money.ts'
import { api } from '../../../../lib/api.ts'
import { useStale } from '../../../../lib/query.ts'
import { focusBehind } from '../../../../ui/inert-behind.ts'
import type { useDialog } from '../../../../ui/lazy-dialog.tsx'
import { type AnsweredKind, markAnswered } from '../../../answered.tsx'
import { RefundDialog } from '../../../money/refund-dialog.tsx'
import { RowButton } from '../../../row-actions.tsx'
import { MarkSeatPaidButton, type NamedSeat } from '../../../seats/mark-seat-paid-button.tsx'
import { useAction } from '../../../use-action.ts'

export interface Tools {
  show: ReturnType<typeof useDialog>['show']
  /** The heading takes the focus when the row of a pressed button is gone. */
  heading: RefObject<HTMLElement | null>
}

export function MarkPaidPress({ of, show, heading }: Tools & { of: NamedSeat }) {
  const stale = useStale()
  return (
    <MarkSeatPaidButton
      of={of}
      show={show}
      focusAfter={heading}
      onChanged={() =>
        stale('GET /api/admin/morning', 'GET /api/getDashboardData', 'GET /api/getEventClassEnrollments')
      }
    />
  )
}

/** Reads what is to be given back now, and opens the dialog for the refund. */
export function RefundPress({
  of: { kind, id, name, reference },
  show,
  heading,
}: Tools & { of: Omit<NamedSeat, 'kind'> & { kind: PayableKind } }) {
  const stale = useStale()
  const read = useAction({
    run: () => api('GET /api/admin/money/of/:kind/:id', { params: { kind, id } }),
    onDone: ({ data: { payable } }) =>
      show(({ onClose, ...props }) => (
        <RefundDialog
          {...props}
          onClose={onClose}
          row={payable}
          onNoted={() => {
            onClose()
            focusBehind(heading.current)
            stale('GET /api/admin/morning', 'GET /api/admin/money/to-give-back')
          }}
        />
      )),
  })
  return (
    <RowButton
      label="Record refund"
      of={`${name}, ${reference}`}
      hasColon
      busy={read.isPending}
      onClick={() => read.mutate()}
    />
  )
}

export function SendPress({
  id,
  recipient,
  label,
  heading,
}: Tools & { id: string; recipient: string; label: 'Send' | 'Send again' }) {
  const stale = useStale()
  const changed = () => {
    focusBehind(heading.current)
    stale('GET /api/admin/morning', 'GET /api/admin/messages')
  }
  const send = useAction({
    run: () => api('POST /api/admin/messages/:id/resend', { params: { id } }),
    done: { title: 'On its way', description: `We’ll send the message to ${recipient}.` },
    onDone: changed,
    onFailed: changed,
  })
  return (
    <RowButton label={label} of={recipient} hasColon busy={send.isPending} onClick={() => send.mutate()} />
  )
}

export function MarkAnsweredPress({
  kind,
  id,
  name,
  heading,
}: Tools & { kind: AnsweredKind; id: string; name: string }) {
  const stale = useStale()
  const mark = useAction({
    run: () => markAnswered(kind, id),
    done: { title: 'Marked as answered', description: name },
    onDone: () => {
      focusBehind(heading.current)
      stale('GET /api/admin/morning', 'GET /api/categoryuserdata', 'GET /api/admin/custom-requests')
    },
  })
  return (
    <RowButton label="Mark answered" of={name} hasColon busy={mark.isPending} onClick={() => mark.mutate()} />
  )
}
