import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../../../tests/harness/component.tsx'
import { exampleSchool } from '../../../../tests/harness/example-school.ts'
import PressedLink from './pressed-link.tsx'

componentTests()

test.each([
  ['full', 409, 'batch_full', '/classes/c1'],
  ['of a course that has no page any more', 404, 'not_found', '/classes'],
])('a link for a seat in a batch that is %s leads to where dates are shown', async (_, status, code, to) => {
  const wire = stubWire()
  wire.answer('GET /api/school', { json: exampleSchool })
  const sentence = 'This seat is not to be had.'
  wire.answer('POST /api/proofs', {
    status,
    json: {
      success: false,
      error: sentence,
      message: sentence,
      code,
      details: { courseId: 'c1' },
      requestId: 'r',
    },
  })
  drawn(<PressedLink isOfOrder={false} isAgain={false} />, { at: '/payment?enrollment=s1#proof=t' })
  await screen.findByText(new RegExp(sentence))
  const [link] = screen.getAllByRole('link')
  expect(link?.getAttribute('href')).toBe(to)
})
