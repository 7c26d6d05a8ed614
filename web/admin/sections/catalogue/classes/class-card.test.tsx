import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { PageAssetsProvider } from '../../../../lib/page-context.tsx'
import { item } from './class.fixture.ts'
import { ClassCard } from './class-card.tsx'

test('a class card decides whether a batch is over by the page’s date, not by the machine’s clock', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-01-01T00:00:00.000Z') })
  try {
    const rendered = (today: string) =>
      renderToString(
        <PageAssetsProvider value={{ siteUrl: '', today, missingAt: null }}>
          <MemoryRouter>
            <QueryClientProvider
              client={new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })}
            >
              <ClassCard item={item} selectBox={null} actions={null} reload={() => {}} />
            </QueryClientProvider>
          </MemoryRouter>
        </PageAssetsProvider>,
      )
    expect(rendered(item.nextbatch ?? '')).toContain('Next batch')
    expect(rendered('2026-12-15')).toContain('Last batch')
  } finally {
    vi.useRealTimers()
  }
})
