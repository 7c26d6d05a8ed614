import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type SeatEvent, seatTransitions, statusAfter, type Transition } from './seat-states.ts'

const columns = '| event | from | to | who | `taken` | use of its code | money | letter |'

test('the table in docs/seats.md shows each event of a seat as the code has it', () => {
  const rows = Object.entries(seatTransitions).map(
    ([event, { from, to, who, counts, code, money, letter }]: [string, Transition]) => {
      const taken = counts === undefined ? 'same' : counts > 0 ? '+1' : '−1'
      return `| ${[event, from.join(', '), to ?? 'same', who, taken, code ?? '', money ?? '', letter].join(' | ')} |`
    },
  )
  const [, shown = ''] = readFileSync('docs/seats.md', 'utf8').split(
    `${columns}\n|---|---|---|---|---|---|---|---|\n`,
  )
  expect(shown.split('\n\n')[0]).toBe(rows.join('\n'))
})

const statuses = ['none', 'pending', 'confirmed', 'expired', 'cancelled'] as const
const events = Object.keys(seatTransitions) as SeatEvent[]

test.each(events)('the event "%s" changes a seat only from the statuses that allow the event', (event) => {
  const { from, to } = seatTransitions[event]
  const mayHappenTo: readonly string[] = from
  for (const status of statuses) {
    if (mayHappenTo.includes(status)) expect(statusAfter(event, status)).toBe(to ?? status)
    else expect(() => statusAfter(event, status)).toThrow(`${event} of a seat that is ${status}`)
  }
})
