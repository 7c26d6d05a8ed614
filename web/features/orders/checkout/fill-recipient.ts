import type { SavedRecipient } from '../../../../contract/store/saved-recipients.ts'

const filled = ['recipientName', 'recipientPhone', 'address', 'area', 'landmark', 'pincode'] as const

/** Fills the form as if it were typed, so that errors clear, and the draft, the days and the fee follow. */
export function fillRecipient(
  form: HTMLFormElement,
  recipient: Pick<SavedRecipient, (typeof filled)[number]>,
) {
  const own = form.elements.namedItem('isForMe')
  if (own instanceof HTMLInputElement && own.checked) own.click()
  // React does not notice a value that is set on the element itself, so the native setter is called.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  for (const name of filled) {
    const field = form.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) continue
    set?.call(field, recipient[name])
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
