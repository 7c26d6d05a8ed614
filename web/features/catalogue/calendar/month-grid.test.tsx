import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { eventsOf } from './events.ts'
import { MonthGrid } from './month-grid.tsx'

const today = '2026-03-02'

test('the accessible name of a day contains every word in its cell, so that voice control finds the day', () => {
  const course = (id: string, title: string, nextbatch: string) => ({ id, title, nextbatch })
  const events = eventsOf(
    [
      course('a', 'Garlands', '2026-03-12'),
      course('b', 'Bridal Bouquets', '2026-03-12'),
      course('c', 'Kolam', '2026-03-12'),
      course('d', 'Ikebana', today),
    ],
    today,
  )
  const html = renderToStaticMarkup(
    <MonthGrid
      month="2026-03"
      today={today}
      selected={null}
      eventsByDay={Map.groupBy(events, ({ event_date }) => event_date)}
      onSelect={() => undefined}
      onMonth={() => undefined}
    />,
  )
  const days = [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(
    ([, attributes = '', cell = '']) => ({
      label: /aria-label="([^"]*)"/.exec(attributes)?.[1],
      // The words of the cell that screen readers read out, without the words that are only drawn.
      words: cell
        .replace(/<span aria-hidden="true".*?<\/span>(?=<span class="flex w-full)/g, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    }),
  )
  expect(days).toHaveLength(35)
  for (const { label, words } of days) if (label !== undefined) expect(label).toContain(words)
  const names = days.map(({ label, words }) => label ?? words)
  expect(names).toContain(
    'Thu, 12 March 2026, 3 events: Garlands Course Batch Bridal Bouquets Course Batch +1 more',
  )
  expect(names).toContain('Mon, 2 March 2026, today, 1 event: Ikebana Course Batch')
  expect(names).toContain('Tue, 3 March 2026')
})
