import * as contract from '../../../../contract/money/money.ts'
import { schoolDayOf } from '../../../../contract/school-day.ts'
import { decimalRupees } from '../../../../contract/words.ts'
import { presented } from '../../../platform/presented.ts'
import { isLineKey, type PaymentsService } from '../payments/payments.service.ts'
import type { LineRow, PayableRow } from './money-desk.repository.ts'

export function presentPayable(row: PayableRow): contract.Payable {
  return presented(contract.payable, row, {
    amount: decimalRupees(row.amount_in_paise),
    due: decimalRupees(row.due_in_paise),
    waits: decimalRupees(row.waits_in_paise),
    holdUntil: row.status === 'pending' ? row.hold_until : null,
    paysAtSchool: Number(row.comes_to_school) === 1,
  })
}

export function presentLine(
  row: LineRow,
  suggestion: contract.Suggestion | null = null,
  target?: PayableRow,
  receipt: string | null = null,
): contract.StatementLine {
  return presented(contract.statementLine, row, {
    day: row.booked_on,
    amount: decimalRupees(row.amount_in_paise),
    suggestion,
    target: target ? presentPayable(target) : null,
    receipt,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
  })
}

export function presentEntries(rows: Awaited<ReturnType<PaymentsService['trailOf']>>): contract.MoneyEntry[] {
  const leftOf = (id: string) =>
    rows.reduce((sum, row) => ((row.receipt_id ?? row.id) === id ? sum + row.part : sum), 0)
  return rows.map((row) =>
    presented(contract.moneyEntry, row, {
      receipt: row.receipt_id,
      amount: decimalRupees(row.part),
      total: decimalRupees(row.amount_in_paise),
      left: decimalRupees(row.kind === 'received' ? leftOf(row.id) : 0),
      reference: row.provider_id !== null && isLineKey(row.provider_id) ? null : row.provider_id,
      day: schoolDayOf(Date.parse(row.happened_at)),
      recordedAt: row.recorded_at,
    }),
  )
}
