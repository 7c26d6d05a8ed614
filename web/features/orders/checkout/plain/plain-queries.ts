import { query } from '../../../../lib/query.ts'

type Asked = Partial<Record<string, string>>

const daysAtOnce = 14
const daysMax = 60

/** The terms in force when the page was shown. */
export const plainTermsQuery = () => query('GET /api/policies')

export const plainProductQuery = ({ product = '' }: Asked) =>
  query('GET /api/products/:slug', { params: { slug: product } })

export function plainDeliveryQuery({ product = '', way, pincode = '', days }: Asked) {
  const digits = pincode.replace(/[ -]/g, '')
  const isPickup = way === 'pickup'
  if (product === '' || !(isPickup || /^[1-9]\d{5}$/.test(digits))) return null
  return query('GET /api/delivery-options', {
    query: { product, days: String(daysShown(days)), ...(isPickup ? {} : { pincode: digits }) },
  })
}

export function daysShown(asked: string | undefined): number {
  const days = Number(asked)
  return days > daysAtOnce && days <= daysMax && Number.isInteger(days) ? days : daysAtOnce
}

export function moreDays(shown: number): number | null {
  return shown < daysMax ? Math.min(daysMax, shown + daysAtOnce) : null
}
