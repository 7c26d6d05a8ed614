import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import * as media from '../../../lib/use-media.ts'
import { buttonClass } from '../../../ui/button.tsx'
import UpiPanel from './upi-panel.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

const uri = 'upi://pay?pa=malar@bank'

function shown(isPhone: boolean, chosen: 'UPI' | 'QR Code' | undefined, hasOpened = false) {
  vi.spyOn(media, 'useMedia').mockReturnValue(isPhone)
  const html = renderToStaticMarkup(
    <UpiPanel
      upi={{ id: 'malar@bank', name: 'Malar', uri, ...(chosen && { chosen }) }}
      reference="MAL-7K3F-9QXD"
      hasOpened={hasOpened}
      onOpen={() => {}}
      isSending={false}
    />,
  )
  const looks = (['primary', 'outline', 'quiet'] as const).map((variant) => [
    variant,
    buttonClass({ variant, wide: true }),
  ])
  const lookOf = (words: string) => {
    const [tag = ''] = new RegExp(`<(?:a|button)[^>]*>${words}<`).exec(html) ?? []
    return looks.find(([, look = '']) => tag.includes(look.replaceAll('&', '&amp;')))?.[0]
  }
  return {
    html,
    app: lookOf('Open a UPI app'),
    paid: lookOf('I have paid'),
    isCodeFolded: html.indexOf('<details') !== -1 && html.indexOf('<details') < html.indexOf('<svg'),
  }
}

test.each([
  ['a phone, the app chosen', true, 'UPI', { app: 'primary', paid: 'quiet', isCodeFolded: true }],
  ['a phone, nothing chosen', true, undefined, { app: 'primary', paid: 'quiet', isCodeFolded: true }],
  ['a phone, the code chosen', true, 'QR Code', { app: 'quiet', paid: 'outline', isCodeFolded: false }],
  // The link to the app stands there for a screen that is touched as well, and a mouse does not see it.
  ['a computer, the app chosen', false, 'UPI', { app: 'quiet', paid: 'outline', isCodeFolded: false }],
  ['a computer, the code chosen', false, 'QR Code', { app: 'quiet', paid: 'outline', isCodeFolded: false }],
] as const)(
  '%s: one way to pay comes first, and "I have paid" is not louder',
  (_, isPhone, chosen, looks) => {
    const { html, ...found } = shown(isPhone, chosen)
    expect(found).toEqual(looks)
    expect(html.indexOf('I have paid')).toBeGreaterThan(html.indexOf('<svg'))
    expect(html.indexOf('I have paid')).toBeGreaterThan(html.indexOf(uri))
    expect(html).toContain('pointer-fine:hidden')
  },
)

test('the app was opened: "I have paid" comes next, and the app can be opened again', () => {
  expect(shown(true, 'UPI', true)).toMatchObject({ app: 'outline', paid: 'primary' })
})
