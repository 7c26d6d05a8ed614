import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['Ctrl', 'K'], 'Find sections, records and actions'],
  [['/'], 'Search this list'],
  [['F'], 'Filter and sort this list'],
  [['Ctrl', 'B'], 'Show or hide the menu'],
  [['F6'], 'Go to a notification and back'],
  [['Esc'], 'Close the open dialog'],
  [['?'], 'Show these shortcuts'],
]

export default function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeOnOutsidePress
      title="Keyboard shortcuts"
      description="On a Mac, press Cmd instead of Ctrl."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <dl className="divide-y divide-line border-y border-line">
        {keys.map(([names, what]) => (
          <div key={what} className="grid grid-cols-[7rem_1fr] items-center gap-4 py-2.5">
            <dt className="flex gap-1">
              {names.map((name) => (
                <kbd
                  key={name}
                  className="rounded-sm border border-line-strong bg-sunk px-2 py-0.5 font-text text-sm font-bold"
                >
                  {name}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
