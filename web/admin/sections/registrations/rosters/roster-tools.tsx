import type { ReactNode } from 'react'
import type { RosterSeat, RosterWaiting } from '../../../../../contract/registrations/rosters.ts'

export interface Deeds {
  onManage: (seat: RosterSeat) => void
  /** Adds a seat in the batch, also for somebody of its waiting list. */
  onAdd: (batchId?: string, waiting?: RosterWaiting) => void
}

/** Paper does not show them. */
export function Tools({ children }: { children: ReactNode }) {
  return <div className="mb-6 flex flex-wrap items-end gap-3 print:hidden">{children}</div>
}
