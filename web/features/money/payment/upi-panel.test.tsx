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
  ['a phone with the app chosen', true, 'UPI', { app: 'primary', paid: 'quiet', isCodeFolded: true }],
  ['a phone with nothing chosen', true, undefined, { app: 'primary', paid: 'quiet', isCodeFolded: true }],
  [
    'a phone with the QR code chosen',
    true,
    'QR Code',
    { app: 'quiet', paid: 'outline', isCodeFolded: false },
  ],
  // A computer with a touch screen also shows the link to the app. CSS hides the link if the computer has a mouse.
  ['a computer with the app chosen', false, 'UPI', { app: 'quiet', paid: 'outline', isCodeFolded: false }],
  [
    'a computer with the QR code chosen',
    false,
    'QR Code',
    { app: 'quiet', paid: 'outline', isCodeFolded: false },
  ],
] as const)(
  'on %s the UPI app or the QR code is more prominent than "I have paid"',
  (_, isPhone, chosen, looks) => {
    const { html, ...found } = shown(isPhone, chosen)
    expect(found).toEqual(looks)
    expect(html.indexOf('I have paid')).toBeGreaterThan(html.indexOf('<svg'))
    expect(html.indexOf('I have paid')).toBeGreaterThan(html.indexOf(uri))
    expect(html).toContain('pointer-fine:hidden')
  },
)

test('after the UPI app was opened "I have paid" is the main button, and the app can be opened again', () => {
  expect(shown(true, 'UPI', true)).toMatchObject({ app: 'outline', paid: 'primary' })
})
