import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { ownPlaces, person } from './own-words.ts'
import { onStoredChange } from './stored-changes.ts'

export interface Draft {
  typed: Record<string, string>
  step: string
  code: string
}

/** `place` separates the drafts of dialogs, courses and batches. */
export const dialogDraft = (place: string) => ownPlaces<Draft>('seatDrafts', place)

/** Keeps a dialog's words over a reload, a lost connection and Back, until they are sent or dropped. */
export function useDraft<Typed extends FieldValues, Values>({
  form,
  place,
  isOpen,
  isSent,
  step = '',
  code = '',
  onBack,
  onForeign,
}: Partial<Pick<Draft, 'step' | 'code'>> & {
  form: UseFormReturn<Typed, unknown, Values>
  place: string
  isOpen: boolean
  isSent: boolean
  /** The draft stands in the form again. */
  onBack?: (draft: Partial<Draft>) => void
  /** Somebody signed out or in, maybe in another tab, so these words are not theirs. */
  onForeign: () => void
}) {
  const draft = dialogDraft(place)
  const [isBack, setBack] = useState(false)
  const read = () => typedIn(form.getValues(), form.formState.defaultValues)
  const isTyped = () => !isSent && (code !== '' || Object.keys(read()).length > 0)
  const keep = useEffectEvent(() => draft.write(isTyped() ? { typed: read(), step, code } : undefined))
  const putBack = useEffectEvent(() => {
    const kept = draft.read()
    const words = Object.entries(kept.typed ?? {}).filter(([, value]) => typeof value === 'string')
    setBack(!isSent && (words.length > 0 || Boolean(kept.code)))
    for (const [name, value] of words)
      form.setValue(name as Path<Typed>, value as PathValue<Typed, Path<Typed>>)
    if (words.length > 0) onBack?.(kept)
  })
  useEffect(() => {
    if (isOpen) putBack()
  }, [isOpen])
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => keep() }), [form])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it keeps besides the form's fields
  useEffect(() => {
    if (isOpen) keep()
  }, [isOpen, isSent, step, code, place])
  const forget = useEffectEvent(onForeign)
  useEffect(() => {
    let mark = person.read()
    return onStoredChange(() => {
      if (person.read() === mark) return
      mark = person.read()
      forget()
    })
  }, [])
  return {
    /** Something that was typed earlier stands in the form again. */
    isBack,
    /** Something was typed that is not sent. */
    isTyped,
    forget: () => {
      setBack(false)
      draft.write(undefined)
    },
  }
}

/** The values that differ from the form's first ones. */
function typedIn(values: object, known: object | undefined): Record<string, string> {
  const begins = (known ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => typeof value === 'string' && value.trim() !== '' && value !== begins[name],
    ),
  )
}
