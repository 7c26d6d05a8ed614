import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Profile } from '../../contract/accounts.ts'
import { type Draft, useDraft } from './use-draft.ts'
import { useKnownVisitor } from './use-known-visitor.ts'
import { useOwnEntry } from './use-own-entry.ts'

/**
 * A dialog that loses nothing: what is typed is there again after a reload, Back closes it and keeps the words, Esc asks.
 * Only who cancels, discards or has sent it begins anew.
 */
export function useKeptDialog<Typed extends FieldValues, Values>({
  form,
  defaults,
  place,
  open,
  onClose,
  isLocked,
  isSent,
  fieldsOf,
  onReset,
  ...draftOf
}: {
  form: UseFormReturn<Typed, unknown, Values>
  defaults: Record<string, string>
  /** Tells the drafts of dialogs, courses and batches apart. */
  place: string
  open: boolean
  onClose: () => void
  /** While it is sent, nothing closes it. */
  isLocked: boolean
  isSent: boolean
  /** What the account holds, by its fields. */
  fieldsOf: (profile: Profile) => Record<string, string>
  /** Nothing that was typed or sent is left. */
  onReset: () => void
  step?: string
  code?: string
  onBack?: (draft: Partial<Draft>) => void
}) {
  const [isAsking, setAsking] = useState(false)
  const draft = useDraft({ ...draftOf, form, place, isOpen: open, isSent, onForeign })
  useKnownVisitor(form, open, fieldsOf)
  useOwnEntry({ isOpen: open, isLocked, onBack: () => (draft.isTyped() ? keep() : discard()) })

  function reset() {
    form.reset()
    onReset()
    draft.forget()
  }
  function discard() {
    setAsking(false)
    onClose()
    reset()
  }
  function keep() {
    setAsking(false)
    onClose()
  }
  function onForeign() {
    // Without what the account of somebody else filled in.
    form.reset(defaults as never)
    discard()
  }
  return {
    /** What was typed earlier stands in the form again. */
    isBack: draft.isBack,
    /** Empties the form, and leaves it open. */
    reset,
    /** Closes and forgets, as Cancel does. */
    discard,
    /** Esc and the cross. */
    leave: () => (draft.isTyped() ? setAsking(true) : discard()),
    /** For `KeepQuestion`. */
    question: { open: open && isAsking, onStay: () => setAsking(false), onDiscard: discard, onKeep: keep },
  }
}
