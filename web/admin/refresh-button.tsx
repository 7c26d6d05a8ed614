import { RefreshCw } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Spinner } from '../ui/spinner.tsx'

export function RefreshButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <IconButton
      label="Refresh"
      title="Refresh"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className="text-ink-soft aria-busy:cursor-progress"
      onClick={busy ? undefined : onClick}
    >
      {busy ? <Spinner /> : <Icon of={RefreshCw} />}
    </IconButton>
  )
}
