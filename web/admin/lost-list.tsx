import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

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
      Check your connection and try again.
    </EmptyState>
  )
}

/** One line about a list that could not be loaded. A dialog shows this line, because it has no room for more. */
export function RetryLine({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-3">
      {children}
      <Button size="sm" variant="outline" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}
