import {
  type Payable,
  payable,
  type StatementLine,
  type Suggestion,
  statementLine,
} from '../../../contract/money.ts'
import { decimalRupees } from '../../../contract/words.ts'
import { presented } from '../../platform/presented.ts'
import type { LineRow, PayableRow } from './money-desk.repository.ts'

export function presentPayable(row: PayableRow): Payable {
  return presented(payable, row, {
    amount: decimalRupees(row.amount_in_paise),
    due: decimalRupees(row.due_in_paise),
    holdUntil: row.status === 'pending' ? row.hold_until : null,
  })
}

export function presentLine(
  row: LineRow,
  { suggestion, target }: { suggestion: Suggestion | null; target: PayableRow | undefined },
): StatementLine {
  return presented(statementLine, row, {
    day: row.booked_on,
    amount: decimalRupees(row.amount_in_paise),
    suggestion,
    target: target ? presentPayable(target) : null,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
  })
}
