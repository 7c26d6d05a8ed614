import type { CheckoutForm } from '../../../contract/store-orders.ts'

/** What stands in the form's fields, by their names: a box that is ticked is 'yes', what is empty is ''. */
export type Typed = Partial<Record<keyof CheckoutForm | 'way' | 'savesRecipient', string>>

/** Radios of which none is chosen, and fields that are not there, are left out. */
export function readTyped(form: HTMLFormElement): Typed {
  const typed: Record<string, string> = {}
  for (const field of form.elements) {
    if (!isField(field) || field.name === '') continue
    if (field.type === 'checkbox') typed[field.name] = (field as HTMLInputElement).checked ? 'yes' : ''
    else if (field.type !== 'radio' || (field as HTMLInputElement).checked) typed[field.name] = field.value
  }
  return typed
}

/** Fills in what the visitor has not touched since the page was opened. */
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

/** What a pickup does not need. */
const ofDoor = ['isForMe', 'pincode', 'address', 'area', 'landmark', 'callsBuyer'] as const
/** What only a gift to somebody else needs. */
const ofGift = ['callsBuyer', 'hidesSender'] as const
const boxes: readonly string[] = ['isForMe', 'hidesSender', 'callsBuyer', 'acceptsTerms']

export const isPickup = (typed: Typed): boolean => typed.way === 'pickup'
export const isForMe = (typed: Typed): boolean => typed.isForMe === 'yes'
/** Who fetches the flowers is not asked whether they are a gift: the card is for somebody else. */
export const isGift = (typed: Typed): boolean => !isForMe(typed) || isPickup(typed)
export const isToBeSaved = (typed: Typed): boolean =>
  typed.savesRecipient === 'yes' && !isPickup(typed) && !isForMe(typed)

/** What is asked of the recipient: who buys for himself is known, but the courier cannot ring a number abroad. */
export function asksOf(typed: Typed): { recipientName: boolean; recipientPhone: boolean } {
  const isDelivered = !isPickup(typed)
  const isAbroad = (typed.phone ?? '').trim().startsWith('+')
  return {
    recipientName: isDelivered && !isForMe(typed),
    recipientPhone: isDelivered && (!isForMe(typed) || isAbroad),
  }
}

/** As the contract's rules read it: without what is empty, and without what this order does not ask for. */
export function orderOf(typed: Typed): Record<string, unknown> {
  const { recipientName, recipientPhone } = asksOf(typed)
  const unasked: readonly string[] = [
    'way',
    'savesRecipient',
    ...(isPickup(typed) ? ofDoor : []),
    ...(isGift(typed) ? [] : ofGift),
    ...(recipientName ? [] : ['recipientName']),
    ...(recipientPhone ? [] : ['recipientPhone']),
  ]
  return Object.fromEntries(
    Object.entries(typed)
      .filter(([name, value]) => value !== '' && !unasked.includes(name))
      .map(([name, value]) => [name, boxes.includes(name) ? true : value]),
  )
}

/** The terms are accepted anew for each order. */
export function keptOf({ acceptsTerms: _, ...typed }: Typed): Typed {
  return typed
}
