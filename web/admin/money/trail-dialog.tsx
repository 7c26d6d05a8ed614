import type { Payable, PayableKind } from '../../../contract/money/money.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { Openable, useDialog } from '../../ui/lazy-dialog.tsx'
import { RowButton } from '../row-actions.tsx'
import { MoneyTrail } from './money-trail.tsx'

export function TrailDialog({
  kind,
  id,
  about,
  onChanged,
  ...dialog
}: Openable & { kind: PayableKind; id: string; about: string; onChanged: () => void }) {
  return (
    <Dialog {...dialog} closeOnOutsidePress title="What came" closeLabel="Close">
      <p className="mb-4 [overflow-wrap:anywhere]">{about}</p>
      <MoneyTrail kind={kind} id={id} onChanged={onChanged} isAwaited />
    </Dialog>
  )
}

export function TrailButton({
  target,
  show,
  onChanged,
}: {
  target: Pick<Payable, 'kind' | 'id' | 'name' | 'title' | 'reference'>
  show: ReturnType<typeof useDialog>['show']
  onChanged: () => void
}) {
  const { kind, id, name, title, reference } = target
  return (
    <RowButton
      label="Receipts"
      of={`${name}, ${reference}`}
      hasColon
      variant="outline"
      onClick={() =>
        show((props) => (
          <TrailDialog
            {...props}
            kind={kind}
            id={id}
            about={`${name} · ${title} · ${reference}`}
            onChanged={onChanged}
          />
        ))
      }
    />
  )
}
