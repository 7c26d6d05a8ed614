import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { seatTransitions } from './seat-states.ts'

const columns = '| event | from | to | who | `taken` | use of its code | money | letter |'

test('ARCHITECTURE.md shows what can happen to a seat', () => {
  const rows = Object.entries(seatTransitions).map(
    ([event, { from, to, who, counts, code, money, letter }]) => {
      const taken = counts > 0 ? '+1' : counts < 0 ? '−1' : 'same'
      return `| ${[event, from.join(', '), to ?? 'same', who, taken, code ?? '', money ?? '', letter].join(' | ')} |`
    },
  )
  const [, shown = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split(
    `${columns}\n|---|---|---|---|---|---|---|---|\n`,
  )
  expect(shown.split('\n\n')[0]).toBe(rows.join('\n'))
})
