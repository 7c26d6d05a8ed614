import type { Payable } from '../../../contract/money/money.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { useDialog } from '../../ui/lazy-dialog.tsx'
import { RowButton } from '../row-actions.tsx'
import { MoneyTrail } from './money-trail.tsx'

export function TrailButton({
  target: { kind, id, name, title, reference },
  show,
  onChanged,
}: {
  target: Pick<Payable, 'kind' | 'id' | 'name' | 'title' | 'reference'>
  show: ReturnType<typeof useDialog>['show']
  onChanged: () => void
}) {
  return (
    <RowButton
      label="Receipts"
      of={`${name}, ${reference}`}
      hasColon
      variant="outline"
      onClick={() =>
        show((props) => (
          <Dialog {...props} closeOnOutsidePress title="Payments" closeLabel="Close">
            <p className="mb-4">{`${name} · ${title} · ${reference}`}</p>
            <MoneyTrail kind={kind} id={id} onChanged={onChanged} isAwaited />
          </Dialog>
        ))
      }
    />
  )
}
