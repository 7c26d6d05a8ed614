import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Profile } from '../../contract/accounts/accounts.ts'
import { type Draft, useDraft } from './use-draft.ts'
import { useKnownVisitor } from './use-known-visitor.ts'
import { useOwnEntry } from './use-own-entry.ts'

/** Typed words outlive a reload; Back closes and keeps them, Esc asks; Cancel, discarding and sending drop them. */
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
  place: string
  open: boolean
  onClose: () => void
  /** Nothing closes the dialog while it is sent. */
  isLocked: boolean
  isSent: boolean
  /** The account's data by the form's fields. */
  fieldsOf: (profile: Profile) => Record<string, string>
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
    // The defaults leave out what somebody else's account filled in.
    form.reset(defaults as never)
    discard()
  }
  return {
    /** Words that were typed earlier stand in the form again. */
    isBack: draft.isBack,
    reset,
    /** Closes and drops the words, as Cancel does. */
    discard,
    /** Esc and the cross call this. */
    leave: () => (draft.isTyped() ? setAsking(true) : discard()),
    question: { open: open && isAsking, onStay: () => setAsking(false), onDiscard: discard, onKeep: keep },
  }
}
