import { inARow } from '../../../../contract/words.ts'
import type { Deliverable } from './product-facts.ts'

const wayWords = { standard: 'standard', express: 'express', midnight: 'midnight' }

/** Such as `Standard, express and midnight delivery, or fetched at the studio`. */
export function waysInWords(ways: Deliverable['ways']): string {
  const brought = ways.flatMap((way) => (way === 'pickup' ? [] : [wayWords[way]]))
  if (brought.length === 0) return 'To be fetched at the studio'
  const all = inARow(brought)
  const words = `${all.charAt(0).toUpperCase()}${all.slice(1)} delivery`
  return ways.includes('pickup') ? `${words}, or fetched at the studio` : words
}
