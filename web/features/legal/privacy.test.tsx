import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { keptInWords, type RetentionKind, retention } from '../../../contract/retention.ts'
import { Privacy } from './privacy.tsx'

test('says every line of the table: what is kept, how long, and why', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })}>
      <MemoryRouter>
        <Privacy />
      </MemoryRouter>
    </QueryClientProvider>,
  ).toLowerCase()
  for (const kind of Object.keys(retention) as RetentionKind[]) {
    const { what, why } = retention[kind]
    for (const words of [what, why, keptInWords(kind)]) expect(html).toContain(words.toLowerCase())
  }
})

test.each([
  ['enquiries', 'two years'],
  ['waiting', 'until the batch has begun, and two years at most'],
  ['newsletter', 'until you unsubscribe'],
] as const)('%s are kept %s', (kind, words) => {
  expect(keptInWords(kind)).toBe(words)
})
