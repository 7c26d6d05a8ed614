import * as z from 'zod/mini'
import { type AdminProduct, productInput, sizesText } from '../../../../contract/products.ts'

/** A size as it is typed. */
export interface TypedSize {
  /** Of one that the product has. */
  id?: string | undefined
  name: string
  price: string
  stems: string
}

export const noSize: TypedSize = { name: '', price: '', stems: '' }

/** The form keeps sizes as one text. */
export function sizesTyped(sizes: AdminProduct['sizes']): string {
  return JSON.stringify(
    sizes.map(({ id, name, price, stems }) => ({
      id,
      name,
      price: String(price),
      stems: stems === null ? '' : String(stems),
    })),
  )
}

export function sizesIn(text: string): TypedSize[] {
  return JSON.parse(text) as TypedSize[]
}

const isBlank = ({ name, price, stems }: TypedSize) => [name, price, stems].every((one) => one.trim() === '')

/** What the server gets; a row in which nothing is typed is none. */
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

/** As the CSV has them. */
export function sizesInWords(text: string): string {
  return sizesText(sizesSent(text))
}

/** What is wrong, by row and field: `1.price`. What is wrong with all of them stands under the empty name. */
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

/** As typed; null without a price. */
export function lowestTyped(text: string): string | null {
  const priced = sizesIn(text).filter(({ price }) => price.trim() !== '' && Number.isFinite(Number(price)))
  if (priced.length === 0) return null
  return priced.reduce((low, one) => (Number(one.price) < Number(low.price) ? one : low)).price
}
