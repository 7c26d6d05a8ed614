import type { RefObject } from 'react'
import type { SeatKind } from '../../../contract/registrations/rosters.ts'
import { api } from '../../lib/api.ts'
import type { useDialog } from '../../ui/lazy-dialog.tsx'
import { RowButton } from '../row-actions.tsx'
import { useAction } from '../use-action.ts'
import { MarkSeatPaidDialog } from './mark-seat-paid.tsx'

export interface NamedSeat {
  kind: SeatKind
  id: string
  name: string
  reference: string
}

/** Reads the seat as it is now, and opens the dialog for its payment. */
export function MarkSeatPaidButton({
  of: { kind, id, name, reference },
  show,
  focusAfter,
  onChanged,
}: {
  of: NamedSeat
  show: ReturnType<typeof useDialog>['show']
  focusAfter: RefObject<HTMLElement | null>
  onChanged: () => void
}) {
  const read = useAction({
    run: () => api('GET /api/admin/seats/:kind/:id', { params: { kind, id } }),
    onDone: ({ data: { seat, batch } }) =>
      show((props) => (
        <MarkSeatPaidDialog
          {...props}
          seat={seat}
          title={batch.courseTitle}
          focusAfter={focusAfter}
          onChanged={onChanged}
        />
      )),
  })
  return (
    <RowButton
      label="Mark paid"
      of={`${name}, ${reference}`}
      hasColon
      busy={read.isPending}
      onClick={() => read.mutate()}
    />
  )
}
