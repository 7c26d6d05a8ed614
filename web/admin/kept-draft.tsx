import { useEffect, useEffectEvent, useState } from 'react'
import { ownPlaces } from '../lib/own-places.ts'
import { session } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast-store.ts'

/** What was typed and is not sent; it stays in this tab, for this person alone. */
export interface KeptDraft<Item, Values> {
  item: Item | null
  values: Values
}

const placeOf = <Item, Values>(form: string) => ownPlaces<KeptDraft<Item, Values>>('formDrafts', form)

/** Null where none is kept. */
function draftIn<Item, Values>(form: string): KeptDraft<Item, Values> | null {
  const { item = null, values } = placeOf<Item, Values>(form).read()
  return values === undefined ? null : { item, values }
}

export const forgetDraft = (form: string) => placeOf(form).write(undefined)

/**
 * Drops the draft of a record that was saved. A draft of a new record goes only if its own words were saved, since there may
 * be several.
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
 * Keeps what was typed when the session ends and the form is left for /signin, and when the tab is closed or read anew.
 * `form` names the draft, with the record where the form is about one.
 */
export function useKeptDraft<Item, Values>(
  form: string,
  /** Something is typed that is neither sent nor discarded. */
  isDirty: boolean,
  draft: () => KeptDraft<Item, Values>,
): void {
  const keepAtEnd = useEffectEvent(() => {
    if (!isDirty || session.token() !== null) return
    placeOf<Item, Values>(form).write(draft())
    toast({ title: 'Please sign in again', description: 'What you typed is kept.', tone: 'info' })
  })
  useEffect(() => () => keepAtEnd(), [])
  // A phone ends a hidden tab without a word, so hidden is the last moment to keep it.
  const keepHidden = useEffectEvent(() => {
    const before = draftIn<Item, Values>(form)
    if (isDirty) placeOf<Item, Values>(form).write(draft())
    const kept = JSON.stringify(draftIn(form))
    return () => {
      // What was saved while the tab was hidden is forgotten by now, and stays so.
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
      // At the end of a session it stays kept.
      if (session.token() !== null) asBefore?.()
    }
  }, [])
}

/** Offers the kept draft of a form until somebody decides. */
export function DraftNote<Item, Values>({
  form,
  nameOf,
  defaults,
  onContinue,
}: {
  form: string
  /** What the sentence names; the form that it stands in unless told. */
  nameOf?: (values: Values) => string
  /** Of fields that an older release did not have. */
  defaults?: (item: Item | null) => Values
  onContinue: (draft: KeptDraft<Item, Values>) => void
}) {
  const [draft, setDraft] = useState(() => {
    const kept = draftIn<Item, Values>(form)
    return kept && defaults ? { ...kept, values: { ...defaults(kept.item), ...kept.values } } : kept
  })
  // What was saved meanwhile is offered no more.
  if (!draft || draftIn(form) === null) return null
  const forget = () => {
    forgetDraft(form)
    setDraft(null)
  }
  return (
    <Note
      tone="warning"
      className="mb-5"
      title="You were writing, and it is not saved."
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
      What you typed {nameOf && <>for “{nameOf(draft.values)}” </>}is kept.
    </Note>
  )
}
