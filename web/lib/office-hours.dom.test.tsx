import { useIsFetching } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { componentTests, drawn, stubWire } from '../../tests/harness/component.tsx'
import { useOfficeHours } from './office-hours.ts'

componentTests()
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
})

function Hours() {
  const isAsking = useIsFetching() > 0
  return (
    <ul aria-busy={isAsking}>
      {useOfficeHours().hours.map(({ day, text }) => (
        <li key={day}>{`${day} ${text}`}</li>
      ))}
    </ul>
  )
}

const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const builtIn = ['Mon-Sat 9:00 AM - 8:00 PM', 'Sunday 10:00 AM - 6:00 PM']

test.each([
  ['an empty list', { json: { success: true, data: [] } }],
  ['no list', { json: { success: false } }],
  ['nothing', { json: null }],
])('the built-in business hours stay after an answer with %s', async (_, answer) => {
  const asked = stubWire().answer('GET /api/office-timing', answer as never)
  drawn(<Hours />)
  expect(shown()).toEqual(builtIn)
  await waitFor(() => expect(asked).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('list').ariaBusy).toBe('false'))
  expect(shown()).toEqual(builtIn)
})

test('a failed load of the business hours is logged and leaves the built-in hours', async () => {
  stubWire().answer('GET /api/office-timing', 'offline')
  drawn(<Hours />)
  await waitFor(() =>
    expect(console.error).toHaveBeenCalledWith('The business hours could not be loaded', expect.anything()),
  )
  expect(shown()).toEqual(builtIn)
})

test('the hours of the school replace the built-in business hours', async () => {
  const day = { id: 'a', is_holiday: false, open_time: '10:30', close_time: '17:00' }
  stubWire().answer('GET /api/office-timing', {
    json: {
      success: true,
      data: [
        { ...day, office_day: 'Monday' },
        { ...day, office_day: 'Friday', is_holiday: true },
      ],
    },
  } as never)
  drawn(<Hours />)
  await waitFor(() => expect(shown()).toEqual(['Monday 10:30 AM - 5:00 PM', 'Friday Closed']))
})
