import { useEffect, useRef, useState } from 'react'
import { session } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { toast } from '../ui/toast-store.ts'

/** What was typed when the session ended: it waits in this tab until its owner is signed in again. */
export interface KeptDraft<Item, Values> {
  /** What was being edited; null where it was new. */
  item: Item | null
  values: Values
}

const keyOf = (form: string) => `draft:${form}`

export function readDraft<Item, Values>(form: string): KeptDraft<Item, Values> | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') as KeptDraft<Item, Values> | null
  } catch {
    return null
  }
}

export function dropDraft(form: string): void {
  try {
    sessionStorage.removeItem(keyOf(form))
  } catch {
    // storage is switched off: there is none
  }
}

function keepDraft(form: string, draft: unknown): boolean {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(draft))
    return true
  } catch {
    return false // storage is switched off or full
  }
}

/** A session that ends in the middle of a form leads to /signin (B§8); what was typed waits in this tab. */
export function useKeptDraft<Item, Values>(
  form: string,
  isDirty: boolean,
  draft: () => KeptDraft<Item, Values>,
): void {
  const latest = useRef({ form, isDirty, draft })
  useEffect(() => {
    latest.current = { form, isDirty, draft }
  })
  useEffect(
    () => () => {
      const { form: name, isDirty: hasTyped, draft: read } = latest.current
      if (!hasTyped || session.token() !== null || !keepDraft(name, read())) return
      toast({ title: 'Please sign in again', description: 'What you typed is kept.', tone: 'info' })
    },
    [],
  )
}

/**
 * What a form of the section was holding when the session ended; null once somebody has decided. `defaults` stands in
 * for fields that a draft of another release lacks.
 */
export function useDraft<Item, Values>(form: string, defaults?: (item: Item | null) => Values) {
  const [draft, setDraft] = useState(() => {
    const kept = readDraft<Item, Values>(form)
    return kept && defaults ? { ...kept, values: { ...defaults(kept.item), ...kept.values } } : kept
  })
  return {
    draft,
    forget: () => {
      dropDraft(form)
      setDraft(null)
    },
  }
}

/** Offers what was kept. */
export function DraftNote({
  name,
  onContinue,
  onDiscard,
}: {
  /** What was being written, e.g. the title. */
  name: string
  onContinue: () => void
  onDiscard: () => void
}) {
  return (
    <Note
      tone="warning"
      className="mb-5"
      title="You were signed out while you were writing."
      action={
        <span className="flex flex-wrap gap-3">
          <Button size="sm" onClick={onContinue}>
            Continue
          </Button>
          <Button size="sm" variant="outline" onClick={onDiscard}>
            Discard
          </Button>
        </span>
      }
    >
      What you typed for “{name}” is kept.
    </Note>
  )
}
