import type { ReactNode } from 'react'
import { Note, type NoteProps } from './note.tsx'

/** What the server said when a button was pressed, or that it could not be reached; beneath it `children`. */
export function RefusalNote({
  error,
  tone = 'error',
  className,
  children,
}: {
  error: Error | null
  /** What was said may be no failure. */
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
