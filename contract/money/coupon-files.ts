import * as z from 'zod/mini'
import {
  cell,
  type ImportColumn,
  orBlank,
  spreadsheetDayOrBlank,
  yesOrNo,
  yesUnlessNo,
} from '../row-import.ts'
import { couponScopes, couponScopeWords } from './coupon-facts.ts'
import { type CouponInput, couponInput } from './coupons.ts'

// The columns have the names of the CSV that the back office exports.

const input = couponInput.shape
const asItStands = (typed: string) => typed

const offerSentence = 'Please write what it takes off, such as 10% off, ₹200 off or Free delivery'
const offer = z.object({ kind: input.kind, percent: input.percent, amount: input.amount }, offerSentence)

/** It reads what `offerText` writes, and the short forms that people type, such as `10%` and `200`. */
function readOffer(typed: string): unknown {
  const lower = typed.toLowerCase()
  const plain = (lower.endsWith('off') ? lower.slice(0, -3) : lower).trim()
  if (plain === 'free delivery') return { kind: 'free-delivery' }
  const [, percent] = /^(\d{1,4})\s*%$/.exec(plain) ?? []
  if (percent !== undefined) return { kind: 'percent', percent }
  const [, rupees] = /^(?:₹|rs\.?)?\s*(\d[\d,]{0,12}(?:\.\d{1,2})?)$/.exec(plain) ?? []
  return rupees === undefined ? null : { kind: 'rupees', amount: rupees.replaceAll(',', '') }
}

const scopeWords = Object.values(couponScopeWords)
const scope = cell(
  z.enum(couponScopes, { error: `Please write one of: ${scopeWords.join('; ')}` }),
  (typed) =>
    typed === ''
      ? 'all'
      : (couponScopes.find((one) => couponScopeWords[one].toLowerCase() === typed.toLowerCase()) ?? typed),
)

const creditSentence = 'A store credit belongs to its order, and comes from no file'

const cells = z.object({
  code: cell(input.code, asItStands),
  offer: cell(offer, readOffer),
  most: orBlank(input.most),
  minimum: orBlank(input.minimum),
  startsOn: spreadsheetDayOrBlank,
  endsOn: spreadsheetDayOrBlank,
  usesMax: orBlank(input.usesMax),
  usesEach: orBlank(input.usesEach),
  firstOnly: yesOrNo,
  scope,
  scopeItems: orBlank(input.scopeItems),
  isActive: yesUnlessNo(true),
  note: orBlank(input.note),
  // A store credit from a file would be worth the same to everybody.
  credit: cell(z.literal('', creditSentence), asItStands),
})

export const couponRow = z.pipe(
  cells,
  z.transform(({ offer, credit: _, ...row }): CouponInput => ({ ...row, ...offer })),
)

export const couponColumns: readonly ImportColumn<keyof typeof cells.shape>[] = [
  {
    name: 'code',
    header: 'Code',
    isRequired: true,
    example: 'PONGAL10',
    hint: '3 to 24 letters, digits and hyphens',
  },
  {
    name: 'offer',
    header: 'Takes off',
    isRequired: true,
    example: '10% off',
    hint: 'Such as 10% off, ₹200 off or Free delivery',
  },
  { name: 'most', header: 'Largest discount', example: '500', hint: 'In rupees; empty is no limit' },
  { name: 'minimum', header: 'Worth at least', example: '1000', hint: 'In rupees' },
  { name: 'startsOn', header: 'From', example: '2027-01-10', hint: 'The first day; empty is at once' },
  { name: 'endsOn', header: 'Until', example: '2027-01-20', hint: 'The last day; empty is without end' },
  { name: 'usesMax', header: 'Uses in all', example: '100', hint: 'Empty is without end' },
  { name: 'usesEach', header: 'Uses by one customer', example: '1', hint: 'By e-mail address or phone' },
  {
    name: 'firstOnly',
    header: 'Only with a customer’s first order',
    example: 'No',
    hint: 'Yes or No; empty is No',
  },
  { name: 'scope', header: 'For', example: couponScopeWords.all, hint: `Of ${scopeWords.join('; ')}` },
  {
    name: 'scopeItems',
    header: 'What it is for',
    example: '',
    hint: 'Categories, or the ids of products or courses, parted by commas',
  },
  { name: 'isActive', header: 'On', example: 'Yes', hint: 'Yes or No; empty is Yes' },
  { name: 'note', header: 'Note', example: 'For our anniversary', hint: 'For the team alone' },
  { name: 'credit', header: 'Store credit', example: '', hint: 'Always empty' },
]
