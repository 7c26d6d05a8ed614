import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { componentTests, drawn } from '../../../../tests/harness/component.tsx'
import UpiPanel from './upi-panel.tsx'

componentTests()

test.each([true, false])(
  'the code takes the focus and comes into view if the payer asked for it: %s',
  (showsUpi) => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    const upi = { id: 'malar@bank', name: 'Malar', uri: 'upi://pay?pa=malar@bank' }
    drawn(
      <UpiPanel
        {...{ upi, showsUpi }}
        reference="MAL-7K3F-9QXD"
        hasOpened={false}
        onOpen={() => {}}
        isSending={false}
      />,
    )
    const heading = screen.getByRole('heading', { name: /Malar/ })
    expect(document.activeElement === heading).toBe(showsUpi)
    expect(scrolled.mock.contexts.includes(heading)).toBe(showsUpi)
  },
)
