import { useEffect, useEffectEvent, useState } from 'react'
import { session } from '../lib/session.ts'
import { storage } from '../lib/storage.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast-store.ts'

/** What was typed when the session ended; it stays in this tab. */
export interface KeptDraft<Item, Values> {
  item: Item | null
  values: Values
}

const storageOf = (form: string) => storage(`draft:${form}`, 'sessionStorage')

/** Keeps what was typed when the session ends and the form is left for /signin. */
export function useKeptDraft<Item, Values>(
  form: string,
  isDirty: boolean,
  draft: () => KeptDraft<Item, Values>,
): void {
  const keep = useEffectEvent(() => {
    if (!isDirty || session.token() !== null) return
    const kept = storageOf(form)
    const text = JSON.stringify(draft())
    kept.write(text)
    // Storage may be full or switched off.
    if (kept.read() !== text) return
    toast({ title: 'Please sign in again', description: 'What you typed is kept.', tone: 'info' })
  })
  useEffect(() => () => keep(), [])
}

/** Offers the kept draft of a form until somebody decides. */
export function DraftNote<Item, Values>({
  form,
  nameOf,
  defaults,
  onContinue,
}: {
  form: string
  nameOf: (values: Values) => string
  /** Of fields that an older release did not have. */
  defaults?: (item: Item | null) => Values
  onContinue: (draft: KeptDraft<Item, Values>) => void
}) {
  const [draft, setDraft] = useState(() => {
    const kept = storageOf(form).readJson() as KeptDraft<Item, Values> | null
    return kept && defaults ? { ...kept, values: { ...defaults(kept.item), ...kept.values } } : kept
  })
  if (!draft) return null
  const forget = () => {
    storageOf(form).write(null)
    setDraft(null)
  }
  return (
    <Note
      tone="warning"
      className="mb-5"
      title="You were signed out while you were writing."
      action={
        <span className="flex flex-wrap gap-3">
          <Button
            size="sm"
            onClick={() => {
              onContinue(draft)
              forget()
            }}
          >
            Continue
          </Button>
          <Button size="sm" variant="outline" onClick={forget}>
            Discard
          </Button>
        </span>
      }
    >
      What you typed for “{nameOf(draft.values)}” is kept.
    </Note>
  )
}
