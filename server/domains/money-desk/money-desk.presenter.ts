import type { Payable, StatementLine, Suggestion } from '../../../contract/money.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { LineRow, PayableRow } from './money-desk.repository.ts'

/** What of it has not arrived. */
export function dueOf(row: PayableRow): number {
  // Money without a seat has arrived all the same.
  return row.is_attention === 1 ? 0 : Math.max(0, Number(row.amount_in_paise) - Number(row.settled_in_paise))
}

export function presentPayable(row: PayableRow): Payable {
  const due = dueOf(row)
  return {
    kind: row.kind,
    id: row.id,
    reference: row.reference,
    name: row.name,
    email: row.email,
    phone: row.phone,
    title: row.title,
    amount: decimalRupees(row.amount_in_paise),
    due: decimalRupees(due),
    payment:
      row.is_attention === 1 ? 'attention' : due === 0 ? 'paid' : row.is_claimed === 1 ? 'checking' : 'due',
    status: row.status,
    holdUntil: row.status === 'pending' ? row.hold_until : null,
    created_at: row.created_at,
  }
}

export function presentLine(
  row: LineRow,
  { suggestion, target }: { suggestion: Suggestion | null; target: PayableRow | undefined },
): StatementLine {
  return {
    id: row.id,
    day: row.booked_on,
    description: row.description,
    reference: row.reference,
    amount: decimalRupees(row.amount_in_paise),
    status: row.status,
    suggestion,
    target: target ? presentPayable(target) : null,
    note: row.note,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
  }
}
