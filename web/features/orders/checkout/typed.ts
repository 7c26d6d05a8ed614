import type { CheckoutForm } from '../../../../contract/orders/store-orders.ts'

/** The form's fields by their names: a ticked box is 'yes', an empty field is ''. */
export type Typed = Partial<Record<keyof CheckoutForm | 'way' | 'savesRecipient', string>>

/** Leaves out radio groups without a choice, and fields that are not in the form. */
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

/** A pickup does not need these fields. */
const ofDoor = ['isForMe', 'pincode', 'address', 'area', 'landmark', 'callsBuyer'] as const
/** Only a gift to somebody else needs these fields. */
const ofGift = ['callsBuyer', 'hidesSender'] as const
export const boxes: readonly string[] = ['isForMe', 'hidesSender', 'callsBuyer', 'acceptsTerms']

export const isPickup = (typed: Typed): boolean => typed.way === 'pickup'
export const isForMe = (typed: Typed): boolean => typed.isForMe === 'yes'
/** A pickup counts as a gift: nobody is asked whether it is one, and its card is for somebody else. */
export const isGift = (typed: Typed): boolean => !isForMe(typed) || isPickup(typed)
export const isToBeSaved = (typed: Typed): boolean =>
  typed.savesRecipient === 'yes' && !isPickup(typed) && !isForMe(typed)

/** A buyer who is the recipient needs no second name, but a courier cannot call a phone number abroad. */
export function asksOf(typed: Typed): { recipientName: boolean; recipientPhone: boolean } {
  const isDelivered = !isPickup(typed)
  const isAbroad = (typed.phone ?? '').trim().startsWith('+')
  return {
    recipientName: isDelivered && !isForMe(typed),
    recipientPhone: isDelivered && (!isForMe(typed) || isAbroad),
  }
}

/** The body by the contract's rules: it leaves out empty fields and those that this order does not ask for. */
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

/** The draft drops the accepted terms, because they are accepted anew for each order. */
export function keptOf({ acceptsTerms: _, ...typed }: Typed): Typed {
  return typed
}
