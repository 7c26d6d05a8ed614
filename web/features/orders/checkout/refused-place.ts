import type { ErrorCode } from '../../../../contract/errors.ts'
import type { ApiError } from '../../../lib/api.ts'

const places: { [C in ErrorCode]?: 'delivery' | 'lines' | 'coupon' } = {
  slot_full: 'delivery',
  slot_closed: 'delivery',
  undeliverable: 'delivery',
  out_of_stock: 'lines',
  not_found: 'lines',
  coupon_invalid: 'coupon',
}

/** The part of the page that can answer a refusal; null if the note stands at the button. */
export function placeOf(error: ApiError | null): 'delivery' | 'lines' | 'coupon' | null {
  return (error?.code && places[error.code]) ?? null
}

/** The first part shows these refusals itself, even while it has no list of days. */
const saidAlways = ['day', 'slotId']

export function unsaidOf(form: HTMLFormElement | null, fields: Record<string, string>): string[] {
  const said = new Set([...saidAlways, ...shownFields(form).map(({ name }) => name)])
  return Object.entries(fields).flatMap(([name, sentence]) => (said.has(name) ? [] : [sentence]))
}

/** Focuses the first refused field. If there are no days to choose from, it is the field that loads them. */
export function focusRefused(form: HTMLFormElement | null, names: readonly string[]): void {
  const fields = shownFields(form).filter(({ disabled }) => !disabled)
  const named = (wanted: readonly string[]) => fields.find(({ name }) => wanted.includes(name))
  const asksForDays = saidAlways.some((name) => names.includes(name))
  const refused = named(names) ?? (asksForDays ? (named(['pincode']) ?? named(['way'])) : undefined)
  if (refused) focusUnfolded(refused)
}

export function focusUnfolded(field: HTMLElement | null): void {
  let part = field?.closest('details')
  while (part) {
    part.open = true
    part = part.parentElement?.closest('details')
  }
  field?.focus()
}

function shownFields(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement => 'name' in field && !(field as HTMLInputElement).hidden,
  )
}
