import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Note } from './note.tsx'

/** Something could not be loaded, or not again: what, why, and a way to try once more. */
export function FailedNote({
  title,
  tone = 'warning',
  className,
  busy,
  onRetry,
  children,
}: {
  title: ReactNode
  tone?: 'warning' | 'error'
  className?: string
  busy: boolean
  onRetry: () => unknown
  children?: ReactNode
}) {
  return (
    <Note
      tone={tone}
      role={tone === 'error' ? 'alert' : 'status'}
      className={className}
      title={title}
      action={
        <Button size="sm" variant="outline" busy={busy} onClick={() => void onRetry()}>
          Try again
        </Button>
      }
    >
      {children}
    </Note>
  )
}
