import type { ReactNode } from 'react'
import { Note, type NoteProps } from './note.tsx'
import * as text from './ui.en.ts'

/** Shows why the server rejected a request, or that the server could not be reached. `children` are rendered below. */
export function RefusalNote({
  error,
  tone = 'error',
  className,
  children,
}: {
  error: Pick<Error, 'message'> | null
  /** The note's tone, if the rejection is not an error. */
  tone?: NoteProps['tone']
  className?: string
  children?: ReactNode
}) {
  if (error === null) return null
  const silent = !error.message && text.checkConnection
  return (
    <Note tone={tone} role="alert" className={className} title={error.message || text.unreachable}>
      {children ?? silent}
    </Note>
  )
}
