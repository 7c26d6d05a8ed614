import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import type { Profile } from '../../contract/accounts/accounts.ts'
import { ownPlaces, person } from './own-words.ts'
import { query } from './query.ts'
import { onStoredChange } from './stored-changes.ts'
import { useSessionToken } from './use-session.ts'

interface Draft {
  typed: Record<string, string>
  step: string
  code: string
}

/** `place` distinguishes the drafts of different dialogs, courses and batches. */
export const dialogDraft = (place: string) => ownPlaces<Draft>('seatDrafts', place)

/** Keeps the typed text until it is sent or dropped, through a reload, a lost connection and the Back button. */
function useDraft<Typed extends FieldValues, Values>({
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
  /** Called after the kept draft was put back into the form. */
  onBack?: (draft: Partial<Draft>) => void
  /** Called when somebody has signed in or out, perhaps in another tab. */
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
    isBack,
    /** True if something was typed and not sent. */
    isTyped,
    forget: () => {
      setBack(false)
      draft.write(undefined)
    },
  }
}

/** Returns the values that differ from the values with which the form began. */
function typedIn(values: object, known: object | undefined): Record<string, string> {
  const begins = (known ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => typeof value === 'string' && value.trim() !== '' && value !== begins[name],
    ),
  )
}

/**
 * A dialog whose typed text survives a reload. Back closes the dialog and keeps the text, Esc asks first, Cancel and
 * sending drop the text.
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
  place: string
  open: boolean
  onClose: () => void
  /** True while the dialog sends and cannot be closed. */
  isLocked: boolean
  isSent: boolean
  /** The account's data under the names of the form's fields. */
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
    // The values that the form began with may come from the other person's account.
    form.reset(defaults as never)
    discard()
  }
  return {
    /** True if the form shows text that was typed earlier. */
    isBack: draft.isBack,
    reset,
    /** Closes the dialog and drops the typed text. */
    discard,
    /** Esc and the close button call this. */
    leave: () => (draft.isTyped() ? setAsking(true) : discard()),
    question: { open: open && isAsking, onStay: () => setAsking(false), onDiscard: discard, onKeep: keep },
  }
}

/**
 * Gives an open dialog its own history entry, so that Back closes the dialog, and a second Back leaves the page. A
 * dialog that is closed in another way removes its entry. A link in the dialog replaces the entry (`replace`).
 */
function useOwnEntry({
  isOpen,
  isLocked,
  onBack,
}: {
  isOpen: boolean
  isLocked: boolean
  onBack: () => void
}): void {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  const isThere = (state as { isOfDialog?: true } | null)?.isOfDialog === true
  const entry = useRef<'none' | 'asked' | 'there' | 'leaving'>('none')
  useEffect(() => {
    const add = () => {
      entry.current = 'asked'
      const ownState = { ...(state as object | null), isOfDialog: true }
      void navigate({ pathname, search, hash }, { state: ownState, preventScrollReset: true })
    }
    if (isOpen && isThere) {
      // The entry may be left from before a reload.
      if (entry.current !== 'leaving') entry.current = 'there'
    } else if (isOpen) {
      if (entry.current === 'asked') return
      const wasThere = entry.current === 'there'
      if (!wasThere || isLocked) return add()
      entry.current = 'none'
      onBack()
    } else if (isThere) {
      // The visitor went forward to the entry of a dialog that is closed, so the browser goes back at once.
      if (entry.current === 'leaving') return
      entry.current = 'leaving'
      void navigate(-1)
    } else if (entry.current !== 'asked') entry.current = 'none'
  })
}

/** Fills empty fields with the account's data. */
function useKnownVisitor<Typed extends FieldValues, Values>(
  form: UseFormReturn<Typed, unknown, Values>,
  isOpen: boolean,
  fieldsOf: (profile: Profile) => Record<string, string>,
): void {
  const token = useSessionToken()
  const { data } = useQuery({ ...query('GET /api/profile'), enabled: isOpen && token !== null })
  const profile = token === null ? undefined : data?.data
  const fill = useEffectEvent((known: Profile) => {
    for (const [name, value] of Object.entries(fieldsOf(known))) {
      const field = name as Path<Typed>
      if (value && !form.getValues(field))
        form.resetField(field, { defaultValue: value as PathValue<Typed, Path<Typed>> })
    }
  })
  useEffect(() => {
    if (isOpen && profile) fill(profile)
  }, [isOpen, profile])
}

export const fullNameOf = ({ firstname, lastname }: Profile): string =>
  [firstname, lastname].filter(Boolean).join(' ')
