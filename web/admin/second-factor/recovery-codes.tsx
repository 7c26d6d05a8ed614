import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Note } from '../../ui/note.tsx'

/** Shows recovery codes. They cannot be shown again, because the server keeps only their hashes. */
export function RecoveryCodes({
  codes,
  onDone,
  doneLabel = 'I’ve saved my codes',
}: {
  codes: readonly string[]
  onDone: () => void
  doneLabel?: string
}) {
  return (
    <Note
      tone="warning"
      role="status"
      className="mt-5"
      title="Save your recovery codes. We show them only once."
    >
      <p>
        Each code signs you in once if you lose your phone. Write them down, or keep them with your passwords.
      </p>
      <ul aria-label="Recovery codes" className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 font-bold select-all">
        {codes.map((code) => (
          <li key={code} className="tabular-nums">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} what="recovery codes" />
        <Button size="sm" variant="outline" onClick={onDone}>
          {doneLabel}
        </Button>
      </div>
    </Note>
  )
}
