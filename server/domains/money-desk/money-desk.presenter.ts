import type { Payable, StatementLine, Suggestion } from '../../../contract/money.ts'
import { decimalRupees } from '../../../contract/words.ts'
import type { LineRow, PayableRow } from './money-desk.repository.ts'

export function presentPayable(row: PayableRow): Payable {
  return {
    kind: row.kind,
    id: row.id,
    reference: row.reference,
    name: row.name,
    email: row.email,
    phone: row.phone,
    title: row.title,
    amount: decimalRupees(row.amount_in_paise),
    due: decimalRupees(row.due_in_paise),
    payment: row.payment,
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
