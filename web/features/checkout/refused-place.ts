import type { ErrorCode } from '../../../contract/errors.ts'
import type { ApiError } from '../../lib/api.ts'

const places: { [C in ErrorCode]?: 'delivery' | 'lines' | 'coupon' } = {
  slot_full: 'delivery',
  slot_closed: 'delivery',
  undeliverable: 'delivery',
  out_of_stock: 'lines',
  not_found: 'lines',
  coupon_invalid: 'coupon',
}

/** Where on the page a refusal can be answered; null where the button is the place. */
export function placeOf(error: ApiError | null): 'delivery' | 'lines' | 'coupon' | null {
  return (error?.code && places[error.code]) ?? null
}

/** Gives the focus to the first refused field on the page, in an unfolded part. */
export function focusRefused(form: HTMLFormElement | null, names: readonly string[]): void {
  const refused = [...(form?.elements ?? [])].find(
    (field): field is HTMLInputElement =>
      'name' in field && names.includes(String(field.name)) && !(field as HTMLInputElement).disabled,
  )
  if (refused === undefined) return
  const part = refused.closest('details')
  if (part) part.open = true
  refused.focus()
}
