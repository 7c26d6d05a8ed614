import * as z from 'zod/mini'
import { cellsIn, importColumnsIn } from '../record-fields.ts'
import { cell, type ImportColumn } from '../row-import.ts'
import { type CouponInput, couponFields, couponInput } from './coupons.ts'

// The columns have the names that the exported CSV uses.

const { code, kind, percent, amount, ...otherFields } = couponFields
const { shape } = couponInput

const offerSentence = 'Enter the discount, such as “10% off”, “₹200 off” or “Free delivery”'
const offer = z.object({ kind: shape.kind, percent: shape.percent, amount: shape.amount }, offerSentence)

/** Reads the texts that `offerText` writes, and the shorter forms that people type, such as `10%` and `200`. */
function readOffer(typed: string): unknown {
  const lower = typed.toLowerCase()
  const plain = (lower.endsWith('off') ? lower.slice(0, -3) : lower).trim()
  if (plain === 'free delivery') return { kind: 'free-delivery' }
  const [, percent] = /^(\d{1,4})\s*%$/.exec(plain) ?? []
  if (percent !== undefined) return { kind: 'percent', percent }
  const [, rupees] = /^(?:₹|rs\.?)?\s*(\d[\d,]{0,12}(?:\.\d{1,2})?)$/.exec(plain) ?? []
  return rupees === undefined ? null : { kind: 'rupees', amount: rupees.replaceAll(',', '') }
}

const creditSentence = 'Store credit can’t be imported. Leave this blank.'

const cells = z.object({
  ...cellsIn({ code }),
  offer: cell(offer, readOffer),
  ...cellsIn(otherFields),
  // A store credit belongs to one buyer, so a file cannot import a credit: everybody could use a coupon of the same
  // worth.
  credit: cell(z.literal('', creditSentence), (typed) => typed),
})

export const couponRow = z.pipe(
  cells,
  z.transform(({ offer, credit: _, ...row }): CouponInput => ({ ...row, ...offer })),
)

export const couponColumns: readonly ImportColumn<keyof typeof cells.shape>[] = [
  ...importColumnsIn({ code }),
  {
    name: 'offer',
    header: 'Takes off',
    isRequired: true,
    example: '10% off',
    hint: 'For example, “10% off”, “₹200 off” or “Free delivery”',
  },
  ...importColumnsIn(otherFields),
  { name: 'credit', header: 'Store credit', example: '', hint: 'Leave blank' },
]
