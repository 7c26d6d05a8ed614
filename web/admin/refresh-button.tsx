import { RefreshCw } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** The refresh button of a section; on phones its arrows alone, beside the search or the section's own button. */
export function RefreshButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <Button variant="outline" className="max-sm:!px-3.5" busy={busy} onClick={onClick}>
      {!busy && <Icon of={RefreshCw} />}
      <span className="max-sm:sr-only">Refresh</span>
    </Button>
  )
}
