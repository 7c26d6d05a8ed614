import type { Order } from '../../../../contract/orders.ts'
import { counted } from '../../../../contract/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import { PrintButton } from '../../print-button.tsx'
import { OrderSheet } from './order-sheet.tsx'

/** Orders to print, each on a sheet of its own. */
export function PrintOrdersDialog({ orders, ...dialog }: Openable & { orders: readonly Order[] }) {
  return (
    <Dialog
      {...dialog}
      closeOnOutsidePress
      wide
      title={`${counted(orders.length, 'order')} to print`}
      footer={
        <>
          <Button variant="outline" onClick={dialog.onClose}>
            Close
          </Button>
          <PrintButton variant="primary" />
        </>
      }
    >
      <div className="flex flex-col gap-10">
        {orders.map((order) => (
          <section
            key={order.id}
            aria-label={`Order ${order.ordernumber}`}
            className="break-after-page last:break-after-auto"
          >
            <h3 className="mb-3 border-b border-line-strong pb-2 text-lg">Order {order.ordernumber}</h3>
            <OrderSheet order={order} />
          </section>
        ))}
      </div>
    </Dialog>
  )
}
