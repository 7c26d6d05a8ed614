import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ToWhom } from './checkout-parts.tsx'
import type { Typed } from './typed.ts'

const field = (name: keyof Typed) => ({
  name,
  defaultValue: undefined,
  error: null,
  onChange: () => undefined,
})

/** Whether a box of the part is in sight, by its label. */
function shows(typed: Typed, label: string): boolean {
  const part = createElement(ToWhom, { typed, field, showsCard: false } as never)
  const html = renderToStaticMarkup(
    createElement(QueryClientProvider, { client: new QueryClient() } as never, part),
  )
  const at = html.indexOf(`<span>${label}`)
  expect(at).toBeGreaterThan(0)
  return !html.slice(html.lastIndexOf('<div', at), at).startsWith('<div class="hidden"')
}

test.each<[boolean, string, Typed]>([
  [true, 'Call me, not them', { way: 'deliver' }],
  [true, 'Do not name me', { way: 'deliver' }],
  [false, 'Call me, not them', { way: 'deliver', isForMe: 'yes' }],
  [false, 'Do not name me', { way: 'deliver', isForMe: 'yes' }],
  [true, 'Do not name me', { way: 'pickup', isForMe: 'yes' }],
])('it is %s that %s is asked of %o', (isShown, label, typed) => {
  expect(shows(typed, label)).toBe(isShown)
})
