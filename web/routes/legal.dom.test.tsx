import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import { exampleSchool } from '../../tests/harness/example-school.ts'
import Legal from './legal.tsx'

componentTests()

const privacy = {
  kind: 'privacy' as const,
  title: 'Privacy Policy',
  blocks: [
    { kind: 'heading' as const, level: 2 as const, spans: [{ text: '8. How long we keep it' }] },
    { kind: 'kept' as const, rows: [{ what: 'Carts', time: '60 days', why: 'You may want to come back.' }] },
    { kind: 'paragraph' as const, spans: [{ text: 'Use our ' }, { text: 'contact page', href: '/contact' }] },
  ],
  updated: 'December 2024',
  hash: 'abc',
}

type Answer = Parameters<ReturnType<typeof stubWire>['answer']>[1]

function open(at: string, answer: Answer) {
  const wire = stubWire()
  wire.answer('GET /api/policies/:kind', answer as never)
  wire.answer('GET /api/school', {
    json: { ...exampleSchool, parts: { ...exampleSchool.parts, hall: false } },
  })
  return { wire, ...drawn(<Legal />, { at }) }
}

test('a policy that cannot be loaded shows the failure’s sentence and a button to try again', async () => {
  const { wire, user } = open('/privacy', { status: 503, json: null })
  await screen.findByText('We couldn’t load this. Please try again.')
  wire.answer('GET /api/policies/:kind', { json: privacy })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Last updated: December 2024')
})

test('terms of a part that is switched off are not found', async () => {
  open('/terms/hall', { status: 404, json: { success: false, error: 'Not found' } })
  await screen.findByText('Oops! Page not found')
})

test('a policy shows its blocks, its date and links to the other policies that there are', async () => {
  open('/privacy', { json: privacy })
  await screen.findByRole('heading', { level: 2, name: '8. How long we keep it' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Privacy Policy')
  expect(screen.getByText('Carts').tagName).toBe('DT')
  expect(screen.getByText('60 days').closest('dd')?.textContent).toBe('60 daysYou may want to come back.')
  expect(screen.getByRole('link', { name: 'contact page' }).getAttribute('href')).toBe('/contact')
  const others = within(screen.getByRole('navigation', { name: 'Our policies' })).getAllByRole('link')
  expect(others.map((link) => link.getAttribute('href'))).toEqual(['/terms', '/terms/courses'])
})
