import { type RefObject, useCallback, useEffect, useState } from 'react'
import { ownWords, person } from '../../../lib/own-words.ts'
import { jsonOf } from '../../../lib/storage.ts'
import { onStoredChange } from '../../../lib/stored-changes.ts'
import { keptOf, readTyped, restoreTyped, type Typed } from './typed.ts'

const draft = ownWords('checkoutDraft')
/** The pincode and the day that the store's pages asked for, such as `600004 2026-11-28`. */
const deliverTo = ownWords('deliverTo')

/** The values are kept as typed until the order is placed or the tab is closed; the fields are uncontrolled. */
export function useTyped(form: RefObject<HTMLFormElement | null>) {
  const [typed, setTyped] = useState<Typed | null>(null)
  useEffect(() => {
    if (form.current === null) return
    const kept = keptDraft()
    restoreTyped(form.current, kept)
    // The form has no days and times yet, so these come from the draft.
    setTyped({ ...kept, ...readTyped(form.current) })
  }, [form])
  useEffect(() => {
    if (typed !== null) draft.write(JSON.stringify(keptOf(typed)))
  }, [typed])
  // Somebody may sign out in another tab.
  useEffect(() => {
    let mark = person.read()
    return onStoredChange(() => {
      const { current } = form
      if (current === null || person.read() === mark) return
      mark = person.read()
      current.reset()
      setTyped(readTyped(current))
    })
  }, [form])
  return {
    typed: typed ?? {},
    onInput: () => {
      const { current } = form
      if (current !== null) setTyped((before) => ({ ...before, ...readTyped(current) }))
    },
    choose: (chosen: Typed) => setTyped((before) => ({ ...before, ...chosen })),
    /** Fills in known data of the visitor in fields where nothing is typed. */
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

export function forgetTyped(): void {
  draft.write(null)
}

export function keptDraft(): Typed {
  const [pincode = '', day = ''] = deliverTo.read()?.split(' ') ?? []
  const kept = jsonOf(draft.read())
  const typed = typeof kept === 'object' && kept !== null ? Object.entries(kept) : []
  return {
    pincode,
    day,
    ...Object.fromEntries(typed.filter(([, value]) => typeof value === 'string' && value)),
  }
}
