import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Note } from './note.tsx'
import * as text from './ui.en.ts'

type FailedNoteProps = {
  title: ReactNode
  tone?: 'warning' | 'error'
  className?: string
  /**
   * The failed query. Only this note reads `isFetching`, so a page without a failure is not rendered again when
   * `isFetching` changes.
   */
  of: { isFetching: boolean; refetch: () => unknown }
  children?: ReactNode
}

export function FailedNote({ title, tone = 'warning', className, of, children }: FailedNoteProps) {
  return (
    <Note
      tone={tone}
      role={tone === 'error' ? 'alert' : 'status'}
      className={className}
      title={title}
      action={
        <Button size="sm" variant="outline" busy={of.isFetching} onClick={() => void of.refetch()}>
          {text.tryAgain}
        </Button>
      }
    >
      {children}
    </Note>
  )
}

/** Also shows the reason: the server's message, or that the connection may be lost. */
export function LoadFailure(
  note: Omit<FailedNoteProps, 'children'> & { of: { error: Pick<Error, 'message'> | null } },
) {
  const advice = note.tone === 'error' ? text.checkConnection : text.checkConnectionOnly
  return <FailedNote {...note}>{note.of.error?.message || advice}</FailedNote>
}
