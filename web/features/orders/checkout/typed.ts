import { type RefObject, useCallback, useEffect, useState } from 'react'
import type { CheckoutForm } from '../../../../contract/orders/store-orders.ts'
import { ownWords, person } from '../../../lib/own-words.ts'
import { jsonOf } from '../../../lib/storage.ts'
import { onStoredChange } from '../../../lib/stored-changes.ts'

/** The form's fields by their names: a ticked box is 'yes', an empty field is ''. */
export type Typed = Partial<Record<keyof CheckoutForm | 'way' | 'savesRecipient', string>>

export function readTyped(form: HTMLFormElement): Typed {
  const typed: Record<string, string> = {}
  for (const field of form.elements) {
    if (!isField(field) || field.name === '') continue
    if (field.type === 'checkbox') typed[field.name] = (field as HTMLInputElement).checked ? 'yes' : ''
    else if (field.type !== 'radio' || (field as HTMLInputElement).checked) typed[field.name] = field.value
  }
  return typed
}

/** Fills in the fields that the visitor has not touched since the page was opened. */
export function restoreTyped(form: HTMLFormElement, typed: Typed): void {
  for (const field of form.elements) {
    if (!isField(field)) continue
    const value = typed[field.name as keyof Typed]
    if (value === undefined) continue
    if (!(field instanceof HTMLInputElement)) {
      if (field.value === '') field.value = value
    } else if (field.type === 'checkbox') field.checked ||= value === 'yes'
    else if (field.type === 'radio') field.checked ||= field.value === value
    else if (field.value === '') field.value = value
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isField(element: Element): element is Field {
  return /^(?:INPUT|SELECT|TEXTAREA)$/.test(element.tagName)
}

const doorFields = ['isForMe', 'pincode', 'address', 'area', 'landmark', 'callsBuyer'] as const
const giftFields = ['callsBuyer', 'hidesSender'] as const
export const boxes: readonly string[] = ['isForMe', 'hidesSender', 'callsBuyer', 'acceptsTerms']

export const isPickup = (typed: Typed): boolean => typed.way === 'pickup'
export const isForMe = (typed: Typed): boolean => typed.isForMe === 'yes'
/**
 * A pickup counts as a gift. The form of a pickup does not ask whether the order is a gift, and its card is written for
 * somebody else.
 */
export const isGift = (typed: Typed): boolean => !isForMe(typed) || isPickup(typed)
export const isToBeSaved = (typed: Typed): boolean =>
  typed.savesRecipient === 'yes' && !isPickup(typed) && !isForMe(typed)

/**
 * Returns which fields of the recipient the form asks for. A buyer who is the recipient types no second name. A buyer
 * with a number abroad also types a number that the courier can call.
 */
export function asksOf(typed: Typed): { recipientName: boolean; recipientPhone: boolean } {
  const isDelivered = !isPickup(typed)
  const isAbroad = (typed.phone ?? '').trim().startsWith('+')
  return {
    recipientName: isDelivered && !isForMe(typed),
    recipientPhone: isDelivered && (!isForMe(typed) || isAbroad),
  }
}

export function orderBody(typed: Typed): Record<string, unknown> {
  const { recipientName, recipientPhone } = asksOf(typed)
  const unasked: readonly string[] = [
    'way',
    'savesRecipient',
    ...(isPickup(typed) ? doorFields : []),
    ...(isGift(typed) ? [] : giftFields),
    ...(recipientName ? [] : ['recipientName']),
    ...(recipientPhone ? [] : ['recipientPhone']),
  ]
  return Object.fromEntries(
    Object.entries(typed)
      .filter(([name, value]) => value !== '' && !unasked.includes(name))
      .map(([name, value]) => [name, boxes.includes(name) ? true : value]),
  )
}

/** The draft does not keep the accepted terms, because they must be accepted for each order. */
export function keptOf({ acceptsTerms: _, ...typed }: Typed): Typed {
  return typed
}

const draft = ownWords('checkoutDraft')
/** The pincode and the day that the visitor entered in the store, such as `600004 2026-11-28`. */
const deliverTo = ownWords('deliverTo')

export function useTyped(form: RefObject<HTMLFormElement | null>) {
  const [typed, setTyped] = useState<Typed | null>(null)
  useEffect(() => {
    if (form.current === null) return
    const kept = keptDraft()
    restoreTyped(form.current, kept)
    // The fields for day and time are not rendered yet, so their values come from the draft.
    setTyped({ ...kept, ...readTyped(form.current) })
  }, [form])
  useEffect(() => {
    if (typed !== null) draft.write(JSON.stringify(keptOf(typed)))
  }, [typed])
  // Somebody may sign out in another tab, so the draft is also dropped in this tab.
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
    isRestored: typed !== null,
    onInput: () => {
      const { current } = form
      if (current !== null) setTyped((before) => ({ ...before, ...readTyped(current) }))
    },
    choose: (chosen: Typed) => setTyped((before) => ({ ...before, ...chosen })),
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
