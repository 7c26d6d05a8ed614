import { expect, test } from 'vitest'
import { pseudo, pseudoCatalogue } from './pseudo-language.mjs'

test('a text in the pseudo-language is about 40 % longer, and a person can still read it', () => {
  const text = 'We’ll hold your seat until Saturday.'
  expect(pseudo(text)).toBe('Wée’ll hóold ýyóoúur séeáat úuntíil Sáatúurdáaýy.')
  expect(pseudo(text).length / text.length).toBeGreaterThan(1.3)
})

test('every text of a catalogue becomes pseudo-language, and its code and facts stay as they are', () => {
  const source = `import { plural } from '../plural.ts'
export const lead = 'Pay here'
export const seats = ({ count }: { count: number }) =>
  plural(count, { one: 'One seat', other: \`\${count} seats\` })
export const paid = <>Your seat is <em className="font-bold">paid</em></>
export const means = (kind: 'card' | 'upi') => (kind === 'card' ? 'Card' : 'UPI')`
  expect(pseudoCatalogue(source, 'payment.en.tsx')).toBe(`import { plural } from '../plural.ts'
export const lead = "Páaýy héerée"
export const seats = ({ count }: { count: number }) =>
  plural(count, { one: "óOnée séeáat", other: \`\${count} séeáats\` })
export const paid = <>ýYóoúur séeáat íis <em className="font-bold">páaíid</em></>
export const means = (kind: 'card' | 'upi') => (kind === 'card' ? "Cáard" : "úUPíI")`)
})
