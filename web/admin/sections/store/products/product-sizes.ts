import * as z from 'zod/mini'
import { type AdminProduct, productInput, sizesText } from '../../../../../contract/store/products.ts'

export interface TypedSize {
  id?: string | undefined
  name: string
  price: string
  stems: string
}

export const noSize: TypedSize = { name: '', price: '', stems: '' }

/** Writes the sizes as JSON, because a form keeps one text for each field. */
export function sizesTyped(sizes: AdminProduct['sizes']): string {
  const typed = ({ price, stems, ...size }: AdminProduct['sizes'][number]) => ({
    ...size,
    price: String(price),
    stems: String(stems ?? ''),
  })
  return JSON.stringify(sizes.map(typed))
}

export const sizesIn = (text: string) => JSON.parse(text) as TypedSize[]

const isBlank = ({ name, price, stems }: TypedSize) => [name, price, stems].every((one) => one.trim() === '')

export function sizesSent(text: string) {
  return sizesIn(text)
    .filter((size) => !isBlank(size))
    .map(({ id, name, price, stems }) => ({
      ...(id && { id }),
      name: name.trim(),
      price: Number(price),
      stems: stems.trim() === '' ? null : Number(stems),
    }))
}

export const sizesInWords = (text: string) => sizesText(sizesSent(text))

/**
 * Returns the sentences about wrong sizes. A key names the row and the field, such as `1.price`. The sentence about all
 * rows together has an empty key.
 */
export function sizeProblems(text: string): Record<string, string> {
  const rows = sizesIn(text).map((size, row) => ({ size, row }))
  const typed = rows.filter(({ size }) => !isBlank(size))
  const { error } = z.safeParse(
    productInput.shape.sizes,
    typed.map(({ size: { name, price, stems } }) => ({
      name,
      price,
      ...(stems.trim() !== '' && { stems }),
    })),
  )
  const problems: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) {
    const [n, field] = path
    const row = typeof n === 'number' ? typed[n]?.row : undefined
    problems[row === undefined ? '' : `${row}.${String(field)}`] ??= message
  }
  return problems
}

export const sizesRule = z.string().check(
  z.superRefine((text, context) => {
    const [message] = Object.values(sizeProblems(text))
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  }),
)

/** Returns the lowest price of the sizes, as it was typed, or null if no size has a price. */
export function lowestTyped(text: string): string | null {
  const priced = sizesIn(text).filter(({ price }) => price.trim() !== '' && Number.isFinite(Number(price)))
  if (priced.length === 0) return null
  return priced.reduce((low, one) => (Number(one.price) < Number(low.price) ? one : low)).price
}
