import { RefreshCw } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** On phones the icon alone. */
export function RefreshButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <Button variant="outline" className="max-sm:!px-3.5" busy={busy} onClick={onClick}>
      {!busy && <Icon of={RefreshCw} />}
      <span className="max-sm:sr-only">Refresh</span>
    </Button>
  )
}
