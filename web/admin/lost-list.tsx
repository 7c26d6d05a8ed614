import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** In the place of what could not be loaded at all; a toast has said what failed. */
export function LostList({
  title,
  busy = false,
  onRetry,
}: {
  title: string
  busy?: boolean
  onRetry: () => void
}) {
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="outline" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Please check the connection. Nothing was changed.
    </EmptyState>
  )
}
