import { Button } from './button.tsx'
import { Note } from './note.tsx'

export function ChangesNote({
  notices,
  onRead,
  className,
}: {
  notices: readonly { sentence: string }[]
  onRead: () => void
  className: string
}) {
  if (notices.length === 0) return null
  return (
    <Note
      tone="warning"
      role="status"
      className={className}
      title="Since you last looked"
      action={
        <Button size="sm" variant="outline" onClick={onRead}>
          All right
        </Button>
      }
    >
      <ul>
        {notices.map(({ sentence }) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Note>
  )
}
