import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { badTerms, componentTests, drawn, stubWire, theTerms } from '../../tests/harness/component.tsx'
import { useTerms } from './accepted-terms.ts'
import { ApiError } from './api.ts'

componentTests()

test.each(badTerms)(
  'an order is not sent while the terms are %s, and the next try loads them again',
  async (_, answer) => {
    const wire = stubWire()
    wire.answer('GET /api/policies', answer as never)
    let terms = {} as ReturnType<typeof useTerms>
    function Checkout() {
      terms = useTerms('terms')
      return null
    }
    drawn(<Checkout />)
    await expect(terms.load()).rejects.toBeInstanceOf(ApiError)
    wire.answer('GET /api/policies', { json: { success: true, data: theTerms } })
    expect(await terms.load()).toBe('hash-of-terms')
    await waitFor(() => expect(terms.hash).toBe('hash-of-terms'))
  },
)
