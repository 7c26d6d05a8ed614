import { type RefObject, useCallback, useEffect, useState } from 'react'
import { storage } from '../../lib/storage.ts'
import { keptOf, readTyped, restoreTyped, type Typed } from './typed.ts'

const draft = storage('checkoutDraft', 'sessionStorage')
/** Where and when, as the store's pages were asked: `600004 2026-11-28`. */
const deliverTo = storage('deliverTo', 'sessionStorage')

/**
 * What stands in the form, kept as it is typed until the order is placed or the tab is closed. The fields are the
 * browser's: what was typed before this code came stays in them.
 */
export function useTyped(form: RefObject<HTMLFormElement | null>) {
  const [typed, setTyped] = useState<Typed | null>(null)
  useEffect(() => {
    if (form.current === null) return
    const kept = keptDraft()
    restoreTyped(form.current, kept)
    // Days and times are not in the form yet.
    setTyped({ ...kept, ...readTyped(form.current) })
  }, [form])
  useEffect(() => {
    if (typed !== null) draft.write(JSON.stringify(keptOf(typed)))
  }, [typed])
  return {
    typed: typed ?? {},
    /** For the form's `onInput`. */
    onInput: () => {
      const { current } = form
      if (current !== null) setTyped((before) => ({ ...before, ...readTyped(current) }))
    },
    choose: (chosen: Typed) => setTyped((before) => ({ ...before, ...chosen })),
    /** Fills in what is known of the visitor where nothing is typed. */
    fill: useCallback(
      (known: Typed) => {
        const { current } = form
        if (current === null) return
        restoreTyped(current, known)
        setTyped((before) => ({ ...before, ...readTyped(current) }))
      },
      [form],
    ),
  }
}

/** After the order: the next one begins with empty fields. */
export function forgetTyped(): void {
  draft.write(null)
}

function keptDraft(): Typed {
  const [pincode = '', day = ''] = deliverTo.read()?.split(' ') ?? []
  const kept = draft.readJson()
  const typed = typeof kept === 'object' && kept !== null ? Object.entries(kept) : []
  return {
    pincode,
    day,
    ...Object.fromEntries(typed.filter(([, value]) => typeof value === 'string' && value)),
  }
}
