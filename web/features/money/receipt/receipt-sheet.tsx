import type { Receipt } from '../../../../contract/money/receipts.ts'
import { rupeesInWords } from '../../../../contract/money/rupees-in-words.ts'
import { dayText, formatRupees } from '../../../../contract/words.ts'
import { useSchool } from '../../../lib/school.ts'
import { FactLines } from '../../../ui/facts.tsx'
import { SchoolMark } from '../../../ui/school-mark.tsx'
import * as text from './receipt.en.tsx'

export function ReceiptSheet({
  receipt,
  hasLetterhead = false,
}: {
  receipt: Receipt
  hasLetterhead?: boolean
}) {
  const school = useSchool()
  const { number, isVoid, amount, rest, method } = receipt
  return (
    <section aria-label={text.receiptNumber({ number })} className="flex flex-col gap-5">
      <header className={hasLetterhead ? 'print:hidden' : undefined}>
        {school?.pictures.logo && <SchoolMark logo={school.pictures.logo} />}
        <p className="font-display text-xl">{school?.name}</p>
        <p className="text-sm text-ink-soft">{school?.address.join(', ')}</p>
      </header>
      {isVoid && <p className="font-bold text-rose-ink">{text.isVoid}</p>}
      <FactLines
        facts={[
          [text.receipt, number],
          [text.date, dayText(receipt.day)],
          [text.receivedFrom, receipt.name],
          [text.paymentFor, receipt.title],
          [text.reference, receipt.reference],
          [text.amount, <strong key="sum">{formatRupees(amount)}</strong>],
          [text.amountInWords, rupeesInWords(Math.round(Number(amount) * 100))],
          [text.paidBy, method],
          [text.stillDue, Number(rest) > 0 && formatRupees(rest)],
        ]}
      />
    </section>
  )
}
