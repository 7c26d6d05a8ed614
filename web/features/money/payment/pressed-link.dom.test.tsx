import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire, theTerms } from '../../../../tests/harness/component.tsx'
import { exampleSchool } from '../../../../tests/harness/example-school.ts'
import PressedLink from './pressed-link.tsx'

componentTests()

test('the page of a held seat says the rule and links the terms before the visitor books and pays', async () => {
  const wire = stubWire()
  wire.answer('GET /api/school', { json: exampleSchool })
  wire.answer('POST /api/proofs', {
    json: { success: true, data: { kind: 'seat-hold', id: 's1', holdUntil: '2026-03-02T07:00:00.000Z' } },
  })
  wire.answer('GET /api/policies', { json: { success: true, data: theTerms } })
  drawn(<PressedLink isOfOrder={false} isAgain={false} />, { at: '/payment?enrollment=s1&asked=1#proof=t' })
  const terms = await screen.findByRole('link', { name: 'course terms' })
  expect([terms.getAttribute('href'), terms.getAttribute('target')]).toEqual(['/terms/courses', '_blank'])
  expect(terms.closest('p')?.textContent).toContain('You can cancel your seat until it begins.')
  expect(screen.getByRole('button', { name: 'Book and pay' })).toBeTruthy()
})

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
