import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Note } from './note.tsx'

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
  /** The query. A page without a failure does not read `isFetching`, so a change of it renders nothing again. */
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
