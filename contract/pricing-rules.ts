/** Slot key → label (day and times) and price in rupees as text (P§3, B§3). */
export type EventPricing = Record<string, { label: string; price: string }>

export const pricingRowsMax = 50

export const noPricingRows = 'Please add at least one pricing row before saving.'

/** P§3, P§8: shown if the server's prices cannot be had. */
export const fallbackPricing: EventPricing = {
  weekdays: { label: 'Weekdays 10:00 AM - 6:00 PM', price: '2000' },
  weekends: { label: 'Weekends 10:00 AM - 10:00 PM', price: '3000' },
  evenings: { label: 'Evenings 6:00 PM - 10:00 PM', price: '2500' },
}

/** P§3: the label is split into a day part and a time part at the first digit. */
export function splitPricingLabel(label: string): { day: string; time: string } {
  const at = label.search(/\d/)
  if (at === -1) return { day: label.trim(), time: '' }
  return { day: label.slice(0, at).trim(), time: label.slice(at).trim() }
}
