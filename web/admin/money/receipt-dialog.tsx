import type { MoneyEntry, Payable } from '../../../contract/money.ts'
import { type MoneyMethod, moneyMethodWords } from '../../../contract/money-methods.ts'
import { ReceiptSheet } from '../../features/receipt/receipt-sheet.tsx'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
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
  const mail = useDeed({
    run: () =>
      api('POST /api/admin/money/receipts/:id/letter', {
        params: { id: entry.id },
        body: { kind: payable.kind, subject },
      }),
    done: { title: 'On its way', description: `The receipt goes to ${payable.email}.` },
  })
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
      <ReceiptSheet
        receipt={{
          number: entry.number ?? '',
          day: entry.day,
          name: payable.name,
          title: payable.title,
          reference: payable.reference,
          amount: entry.amount,
          // The price of what has ended is nobody's debt.
          rest: payable.status === 'cancelled' || payable.status === 'expired' ? '0.00' : payable.due,
          method: entry.method && moneyMethodWords[entry.method as MoneyMethod],
          isVoid,
        }}
      />
    </Dialog>
  )
}
