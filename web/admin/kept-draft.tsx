import { useEffect, useEffectEvent, useState } from 'react'
import { ownPlaces } from '../lib/own-words.ts'
import { session } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast-store.ts'

/** The values that somebody typed into a form. The values are kept in this tab, for this person only. */
export interface KeptDraft<Item, Values> {
  item: Item | null
  values: Values
}

const placeOf = <Item, Values>(form: string) => ownPlaces<KeptDraft<Item, Values>>('formDrafts', form)

function draftIn<Item, Values>(form: string): KeptDraft<Item, Values> | null {
  const { item = null, values } = placeOf<Item, Values>(form).read()
  return values === undefined ? null : { item, values }
}

export const forgetDraft = (form: string) => placeOf(form).write(undefined)

/**
 * Forgets a draft whose record was saved. Several new records may be written at once, so the draft of a new record is
 * forgotten only if it has the saved values.
 */
export function forgetSaved(form: string, item: object | null, values: unknown): void {
  const kept = draftIn<object, unknown>(form)
  if (kept === null) return
  const isSaved =
    item === null
      ? kept.item === null && JSON.stringify(kept.values) === JSON.stringify(values)
      : kept.item !== null && idOf(kept.item) === idOf(item)
  if (isSaved) forgetDraft(form)
}

const idOf = (item: object) => ('id' in item ? item.id : null)

/**
 * Keeps the typed text when the session or the tab ends. `form` names the draft, including the record if the form is
 * about a record.
 */
export function useKeptDraft<Item, Values>(
  form: string,
  isDirty: boolean,
  draft: () => KeptDraft<Item, Values>,
): void {
  const keepAtEnd = useEffectEvent(() => {
    if (!isDirty || session.token() !== null) return
    placeOf<Item, Values>(form).write(draft())
    toast({ title: 'Sign in again', description: 'We’ve kept what you typed.', tone: 'info' })
  })
  useEffect(() => () => keepAtEnd(), [])
  // A phone may end a hidden tab without any event, so the draft is kept when the tab is hidden.
  const keepHidden = useEffectEvent(() => {
    const before = draftIn<Item, Values>(form)
    if (isDirty) placeOf<Item, Values>(form).write(draft())
    const kept = JSON.stringify(draftIn(form))
    return () => {
      // The draft gets its former content back, unless it was saved and forgotten while the tab was hidden.
      if (JSON.stringify(draftIn(form)) === kept) placeOf<Item, Values>(form).write(before ?? undefined)
    }
  })
  useEffect(() => {
    let asBefore: (() => void) | null = null
    const onChange = () => {
      if (document.visibilityState === 'hidden') asBefore ??= keepHidden()
      else {
        asBefore?.()
        asBefore = null
      }
    }
    document.addEventListener('visibilitychange', onChange)
    return () => {
      document.removeEventListener('visibilitychange', onChange)
      // A draft stays if the session has ended.
      if (session.token() !== null) asBefore?.()
    }
  }, [])
}

export function DraftNote<Item, Values>({
  form,
  said = () => 'We’ve kept what you typed.',
  defaults,
  onContinue,
}: {
  form: string
  /** The note's text. The text should name the record if the note is outside the form. */
  said?: (values: Values) => string
  /** Values for fields that an older release did not have. */
  defaults?: (item: Item | null) => Values
  onContinue: (draft: KeptDraft<Item, Values>) => void
}) {
  const [draft, setDraft] = useState(() => {
    const kept = draftIn<Item, Values>(form)
    return kept && defaults ? { ...kept, values: { ...defaults(kept.item), ...kept.values } } : kept
  })
  // The draft may have been saved since it was found.
  if (!draft || draftIn(form) === null) return null
  const forget = () => {
    forgetDraft(form)
    setDraft(null)
  }
  return (
    <Note
      tone="warning"
      className="mb-5"
      title="You have unsaved changes."
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
      {said(draft.values)}
    </Note>
  )
}
