import type { ReactNode } from 'react'
import { Note, type NoteProps } from './note.tsx'

/**
 * The server's refusal of a request, or a sentence that the server could not be reached. `children` stand beneath it.
 */
export function RefusalNote({
  error,
  tone = 'error',
  className,
  children,
}: {
  error: Pick<Error, 'message'> | null
  /** The note's tone; another than `error` suits a refusal that is no failure. */
  tone?: NoteProps['tone']
  className?: string
  children?: ReactNode
}) {
  if (error === null) return null
  const silent = !error.message && 'Please check your connection and try again.'
  return (
    <Note
      tone={tone}
      role="alert"
      className={className}
      title={error.message || 'We could not reach the school.'}
    >
      {children ?? silent}
    </Note>
  )
}
