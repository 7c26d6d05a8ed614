import type { SavedRecipient } from '../../../contract/saved-recipients.ts'

const filled = ['recipientName', 'recipientPhone', 'address', 'area', 'landmark', 'pincode'] as const

/**
 * Writes a saved recipient over what stands in the form, as if it were typed: refusals at the fields go, and the draft,
 * the days and the fee follow.
 */
export function fillRecipient(
  form: HTMLFormElement,
  recipient: Pick<SavedRecipient, (typeof filled)[number]>,
) {
  const own = form.elements.namedItem('isForMe')
  if (own instanceof HTMLInputElement && own.checked) own.click()
  // React takes no notice of a value that is set on the element itself.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  for (const name of filled) {
    const field = form.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) continue
    set?.call(field, recipient[name])
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
