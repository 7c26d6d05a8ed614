import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Note } from './note.tsx'

/** Something could not be loaded, or not again: what, why, and a way to try once more. */
export function FailedNote({
  title,
  tone = 'warning',
  className,
  of,
  children,
}: {
  title: ReactNode
  tone?: 'warning' | 'error'
  className?: string
  /** The query. Whether it is on its way is asked of it here alone: a page that never failed is not told, and not drawn anew. */
  of: { isFetching: boolean; refetch: () => unknown }
  children?: ReactNode
}) {
  return (
    <Note
      tone={tone}
      role={tone === 'error' ? 'alert' : 'status'}
      className={className}
      title={title}
      action={
        <Button size="sm" variant="outline" busy={of.isFetching} onClick={() => void of.refetch()}>
          Try again
        </Button>
      }
    >
      {children}
    </Note>
  )
}
