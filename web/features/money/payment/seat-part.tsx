import type { ReactNode } from 'react'
import type { EnrolmentView } from '../../../../contract/registrations/enrolments.ts'
import { formatRupees } from '../../../../contract/words.ts'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { Note } from '../../../ui/note.tsx'
import AddPerson from './add-person.tsx'
import GroupSeats from './group-seats.tsx'
import LetGo from './let-go.tsx'
import { SeatVisit } from './seat-visit.tsx'

export type ShownSeat = Pick<EnrolmentView, 'id' | 'status' | 'batch'> &
  Partial<
    Pick<
      EnrolmentView,
      'batchId' | 'startTime' | 'room' | 'group' | 'payment' | 'rest' | 'addable' | 'amount'
    >
  >

/** Loads the rest of a seat's payment page in one piece. The page shows how to pay before how to come. */
export default function SeatPart({
  seat,
  queryKey,
  isLast,
}: {
  seat: ShownSeat
  queryKey: readonly unknown[]
  isLast: boolean
}): ReactNode {
  const { id, status, group, rest, addable, amount } = seat
  const isDue = status === 'pending' && !seat.payment?.checking
  return (
    <>
      {rest && !isLast && <RestNote rest={rest} />}
      {group && !isLast && <GroupSeats id={id} queryKey={queryKey} group={group} />}
      {!isLast && <AddPerson {...{ id, addable, group, amount, queryKey }} />}
      {isLast === isDue && <SeatVisit visit={seat} />}
      {status === 'confirmed' && !isLast && (
        <p className="mt-4">
          If you have a question, or cannot come, please <CallOrChat />.
        </p>
      )}
      {isLast && isDue && <LetGo id={id} queryKey={queryKey} />}
    </>
  )
}

function RestNote({ rest: { came, due } }: { rest: NonNullable<EnrolmentView['rest']> }) {
  return (
    <Note className="mt-6" title={`${formatRupees(due)} is still to be paid.`}>
      {formatRupees(came)} has arrived, and your seat is yours. Please bring the rest to the school, or pay it
      as before and mention the reference.
    </Note>
  )
}
