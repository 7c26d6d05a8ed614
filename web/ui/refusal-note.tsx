import { Note } from './note.tsx'

/** What the server said when a button was pressed, or that it could not be reached. */
export function RefusalNote({ error }: { error: Error }) {
  return (
    <Note
      tone="error"
      role="alert"
      className="mt-6"
      title={error.message || 'We could not reach the school.'}
    >
      {error.message ? null : 'Please check your connection and try again.'}
    </Note>
  )
}
