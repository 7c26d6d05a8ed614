import type { Receipt } from '../../../../contract/money/receipts.ts'
import { rupeesInWords } from '../../../../contract/money/rupees-in-words.ts'
import { dayText, formatRupees } from '../../../../contract/words.ts'
import { useSchool } from '../../../lib/school.ts'
import { FactLines } from '../../../ui/facts.tsx'

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
    <section aria-label={`Receipt ${number}`} className="flex flex-col gap-5">
      <header className={hasLetterhead ? 'print:hidden' : undefined}>
        <p className="font-display text-xl">{school?.name}</p>
        <p className="text-sm text-ink-soft">{school?.address.join(', ')}</p>
      </header>
      {isVoid && <p className="font-bold text-rose-ink">Void: this receipt was written by mistake.</p>}
      <FactLines
        facts={[
          ['Receipt', number],
          ['Date', dayText(receipt.day)],
          ['From', receipt.name],
          ['For', receipt.title],
          ['Reference', receipt.reference],
          ['Sum', <strong key="sum">{formatRupees(amount)}</strong>],
          ['In words', rupeesInWords(Math.round(Number(amount) * 100))],
          ['Paid by', method],
          ['Still to be paid', Number(rest) > 0 && formatRupees(rest)],
        ]}
      />
    </section>
  )
}
