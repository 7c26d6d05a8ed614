import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import type { Profile } from '../../contract/accounts/accounts.ts'
import { type Draft, useDraft } from './use-draft.ts'
import { useKnownVisitor } from './use-known-visitor.ts'

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

interface EntryState {
  isOfDialog?: true
}

/**
 * Gives an open dialog its own history entry: Back, the usual way out on a phone, closes the dialog, and Back again
 * leaves the page. A dialog that is closed otherwise removes its entry. A link in it replaces the entry (`replace`) and
 * leaves the dialog open, which goes with its page.
 */
function useOwnEntry({
  isOpen,
  isLocked,
  onBack,
}: {
  isOpen: boolean
  /** Back does nothing. */
  isLocked: boolean
  onBack: () => void
}): void {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  const isThere = (state as EntryState | null)?.isOfDialog === true
  const entry = useRef<'none' | 'asked' | 'there' | 'leaving'>('none')
  useEffect(() => {
    const add = () => {
      entry.current = 'asked'
      const own: EntryState = { ...(state as object | null), isOfDialog: true }
      void navigate({ pathname, search, hash }, { state: own, preventScrollReset: true })
    }
    if (isOpen && isThere) {
      // The entry may also stem from before a reload.
      if (entry.current !== 'leaving') entry.current = 'there'
    } else if (isOpen) {
      if (entry.current === 'asked') return
      const wasThere = entry.current === 'there'
      if (!wasThere || isLocked) return add()
      entry.current = 'none'
      onBack()
    } else if (isThere) {
      // Forward to a closed dialog's entry leads straight back.
      if (entry.current === 'leaving') return
      entry.current = 'leaving'
      void navigate(-1)
    } else if (entry.current !== 'asked') entry.current = 'none'
  })
}
