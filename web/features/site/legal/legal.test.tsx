import { globSync, readFileSync } from 'node:fs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { keptInWords, type RetentionKind, retention } from '../../../../contract/system/retention.ts'
import { keptInBrowser } from '../../../lib/kept-in-browser.ts'
import { Privacy } from './legal.tsx'

const shown = () =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { queryFn: () => null } } })}>
      <MemoryRouter>
        <Privacy />
      </MemoryRouter>
    </QueryClientProvider>,
  ).toLowerCase()

test('says every line of the table: what is kept, how long, and why', () => {
  const html = shown()
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

describe('what the browser keeps', () => {
  const names: string[] = keptInBrowser.flatMap((line) => [...line.names])

  test('stands on the page, each line with its end', () => {
    const html = shown()
    for (const { what, until } of keptInBrowser)
      expect(html).toContain(`<li>${what} (${until});</li>`.toLowerCase())
  })

  test('has each name once', () => {
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  })

  test('lies there by way of the one function that knows the names', () => {
    const own = 'web/lib/storage.ts'
    const files = globSync('web/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file) && file !== own)
    expect(files.length).toBeGreaterThan(300)
    const direct = files.filter((file) =>
      /(?:local|session)Storage\s*[.[]|indexedDB|document\.cookie\s*=/.test(readFileSync(file, 'utf8')),
    )
    // The one cookie, which the page names.
    expect(direct).toEqual(['web/admin/shell.tsx'])
  })

  test('has no name that nothing keeps any more', () => {
    const code = globSync('web/**/*.{ts,tsx}')
      .filter((file) => file !== 'web/lib/kept-in-browser.ts')
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    expect(names.filter((name) => !code.includes(name.replace('*', '')))).toEqual([])
  })

  test('the window “Stay in touch”: what it asks for and when it was closed', () => {
    const html = shown()
    expect(html).toContain('your name, phone number and e-mail address when you leave them in the window')
    expect(html).toContain('when you closed or sent the window')
  })
})
