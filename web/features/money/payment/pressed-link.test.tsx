import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import PressedLink from './pressed-link.tsx'

const shown = (isAgain: boolean) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })}>
      <MemoryRouter>
        <PressedLink isOfOrder={false} isAgain={isAgain} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('the letter’s link asks a visitor who has a seat already before it holds another seat', () => {
  const html = shown(true)
  expect(html).toContain('Another seat, for somebody else?')
  expect(html).toContain('Yes, another seat')
  expect(html).toContain('No, I have my seat')
  expect(html).not.toContain('Holding your seat')
})

test('the letter’s link holds the seat of a visitor without a seat at once', () => {
  expect(shown(false)).toContain('Holding your seat')
})
