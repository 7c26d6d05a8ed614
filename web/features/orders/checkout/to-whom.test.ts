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

/** True if the box with this label is shown. */
function shows(typed: Typed, label: string): boolean {
  const part = createElement(ToWhom, { typed, field, showsCard: false } as never)
  const html = renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } }) } as never,
      part,
    ),
  )
  const at = html.indexOf(`<span>${label}`)
  expect(at).toBeGreaterThan(0)
  return !html.slice(html.lastIndexOf('<div', at), at).startsWith('<div class="hidden"')
}

test.each<[string, Typed, boolean]>([
  ['Call me, not the recipient', { way: 'deliver' }, true],
  ['Send anonymously', { way: 'deliver' }, true],
  ['Call me, not the recipient', { way: 'deliver', isForMe: 'yes' }, false],
  ['Send anonymously', { way: 'deliver', isForMe: 'yes' }, false],
  ['Send anonymously', { way: 'pickup', isForMe: 'yes' }, true],
])('the checkbox “%s” of an order with %j is shown: %s', (label, typed, isShown) => {
  expect(shows(typed, label)).toBe(isShown)
})
