import { RefreshCw } from 'lucide-react'
import { Button } from '../ui/button.tsx'

export function RefreshButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <Button variant="outline" icon={RefreshCw} className="max-sm:!px-3.5" busy={busy} onClick={onClick}>
      <span className="max-sm:sr-only">Refresh</span>
    </Button>
  )
}
