import type { MoneyEntry, Payable } from '../../../contract/money.ts'
import { type MoneyMethod, moneyMethodWords } from '../../../contract/money-methods.ts'
import { rupeesInWords } from '../../../contract/rupees-in-words.ts'
import { dayText, formatRupees } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import { useSchool } from '../../lib/school.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import { PrintButton } from '../print-button.tsx'
import { useDeed } from '../use-deed.ts'

/** The receipt of a sum, to print and to mail. One that was entered by mistake says that it is void. */
export function ReceiptDialog({
  entry,
  payable,
  subject,
  isVoid,
  ...dialog
}: Openable & { entry: MoneyEntry; payable: Payable; subject: string; isVoid: boolean }) {
  const school = useSchool()
  const mail = useDeed({
    run: () =>
      api('POST /api/admin/money/receipts/:id/letter', {
        params: { id: entry.id },
        body: { kind: payable.kind, subject },
      }),
    done: { title: 'On its way', description: `The receipt goes to ${payable.email}.` },
  })
  const amount = Number(entry.amount)
  return (
    <Dialog
      {...dialog}
      closeOnOutsidePress
      title={`Receipt ${entry.number}`}
      closeLabel="Close"
      footer={
        <>
          {payable.email !== '' && (
            <Button variant="outline" busy={mail.isPending} onClick={() => mail.mutate()}>
              Mail it
            </Button>
          )}
          <PrintButton variant="primary" />
        </>
      }
    >
      <section aria-label={`Receipt ${entry.number}`} className="flex flex-col gap-5">
        <header>
          <p className="font-display text-xl">{school?.name}</p>
          <p className="text-sm text-ink-soft">{school?.address.join(', ')}</p>
        </header>
        {isVoid && <p className="font-bold text-rose-ink">Void: this receipt was written by mistake.</p>}
        <Facts
          className="grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 [overflow-wrap:anywhere]"
          facts={[
            ['Receipt', entry.number],
            ['Date', dayText(entry.day)],
            ['From', payable.name],
            ['For', payable.title],
            ['Reference', payable.reference],
            ['Sum', <strong key="sum">{formatRupees(amount)}</strong>],
            ['In words', rupeesInWords(Math.round(amount * 100))],
            ['Paid by', moneyMethodWords[entry.method as MoneyMethod]],
            ['Still to be paid', Number(payable.due) > 0 && formatRupees(payable.due)],
          ]}
        />
      </section>
    </Dialog>
  )
}
