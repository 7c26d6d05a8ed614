import { Button } from './button.tsx'
import { Note } from './note.tsx'
import * as text from './ui.en.ts'

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
      title={text.whatChanged}
      action={
        <Button size="sm" variant="outline" onClick={onRead}>
          {text.gotIt}
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
