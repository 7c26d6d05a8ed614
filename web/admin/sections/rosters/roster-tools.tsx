import type { ReactNode } from 'react'
import type { RosterSeat, RosterWaiting } from '../../../../contract/rosters.ts'

/** What the buttons of a sheet open. */
export interface Deeds {
  onManage: (seat: RosterSeat) => void
  /** A seat in the batch, for somebody of its waiting list too. */
  onAdd: (batchId?: string, waiting?: RosterWaiting) => void
}

/** Stand above a sheet, and not on paper. */
export function Tools({ children }: { children: ReactNode }) {
  return <div className="mb-6 flex flex-wrap items-end gap-3 print:hidden">{children}</div>
}
