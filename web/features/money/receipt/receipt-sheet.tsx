import type { Receipt } from '../../../../contract/money/receipts.ts'
import { rupeesInWords } from '../../../../contract/money/rupees-in-words.ts'
import { dayText, formatRupees } from '../../../../contract/words.ts'
import { useSchool } from '../../../lib/school.ts'
import { cx } from '../../../ui/class-names.ts'
import { FactLines } from '../../../ui/facts.tsx'
import { SchoolMark } from '../../../ui/school-mark.tsx'
import * as text from './receipt.en.tsx'

export function ReceiptSheet({
  receipt,
  hasLetterhead = false,
}: {
  receipt: Receipt
  /** True if a print has the school's name and address above the sheet. */
  hasLetterhead?: boolean
}) {
  const school = useSchool()
  const { number, isVoid, amount, rest, method } = receipt
  return (
    <section aria-label={text.receiptNumber({ number })} className="flex flex-col gap-5">
      <header className={cx('flex items-center gap-3', hasLetterhead && 'print:hidden')}>
        <SchoolMark logo={school?.pictures.logo} />
        <div className="min-w-0">
          <p className="font-display text-lg">{school?.name}</p>
          <p className="text-sm text-ink-soft">{school?.address.join(', ')}</p>
          <p className="text-sm text-ink-soft">{school?.phone}</p>
        </div>
      </header>
      {isVoid && <p className="font-bold text-rose-ink">{text.isVoid}</p>}
      <div className="petal bg-leaf-tint px-5 py-4 print:border print:border-line">
        <p className="text-sm text-ink-soft">{text.amount}</p>
        <p className={cx('font-display text-2xl', isVoid && 'line-through')}>{formatRupees(amount)}</p>
        <p className="text-sm text-ink-soft">{rupeesInWords(Math.round(Number(amount) * 100))}</p>
      </div>
      <FactLines
        facts={[
          [text.receipt, number],
          [text.date, dayText(receipt.day)],
          [text.receivedFrom, receipt.name],
          [text.paymentFor, receipt.title],
          [text.reference, receipt.reference],
          [text.paidBy, method],
          [text.stillDue, Number(rest) > 0 && <strong key="rest">{formatRupees(rest)}</strong>],
        ]}
      />
    </section>
  )
}
