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

test('the link in the e-mail asks a visitor who already has a seat for a confirmation before it holds another seat', () => {
  const html = shown(true)
  expect(html).toContain('Book another seat?')
  expect(html).toContain('Yes, book another seat')
  expect(html).toContain('No, I have my seat')
  expect(html).not.toContain('Holding your seat')
})

test('the link in the e-mail immediately holds a seat for a visitor without a seat', () => {
  expect(shown(false)).toContain('Holding your seat')
})
