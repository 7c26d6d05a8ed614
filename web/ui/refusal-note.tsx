import type { ReactNode } from 'react'
import { Note } from './note.tsx'

/** What the server said when a button was pressed, or that it could not be reached; beneath it `children`. */
export function RefusalNote({
  error,
  className,
  children,
}: {
  error: Error | null
  className?: string
  children?: ReactNode
}) {
  if (error === null) return null
  const silent = !error.message && 'Please check your connection and try again.'
  return (
    <Note
      tone="error"
      role="alert"
      className={className}
      title={error.message || 'We could not reach the school.'}
    >
      {children ?? silent}
    </Note>
  )
}
