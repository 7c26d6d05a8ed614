// The texts of the calendar in English.

import type { ReactNode } from 'react'
import { plural } from '../../../../contract/plural.ts'

export const title = 'Calendar'
export const titleOfMonth = ({ month }: { month: string }) => `${month} calendar`
export const description = ({ month }: { month: string }) =>
  `Start dates and seats left for our diplomas and workshops in ${month}.`
export const eyebrow = 'Upcoming batches'
export const heading = (
  <>
    Our <em>Calendar</em>
  </>
)
export const failed = 'Failed to load courses. Please try again later.'
export const outOfDate = 'The dates below may be out of date.'
export const loading = 'Loading events…'

export const comingDates = 'Next dates'
export const seatsLeft = ({ count }: { count: number }) =>
  plural(count, { one: '1 seat left', other: `${count} seats left` })
export const goToToday = 'Go to Today'
export const previousMonth = 'Previous month'
export const nextMonth = 'Next month'
export const today = 'today'
export const events = ({ count }: { count: number }) =>
  plural(count, { one: '1 event', other: `${count} events` })
export const dayWithEvents = ({ day, events }: { day: string; events: string }) => `${day}, ${events}`
export const moreDots = ({ count }: { count: number }) => `+${count}`
export const more = ({ count }: { count: number }) => `+${count} more`

export const addOurDates = 'Add our dates to your calendar'
export const subscribe = 'Subscribe'
export const downloadAll = 'Download all dates'

export const noneInMonth = ({ month }: { month: string }) => `No events scheduled in ${month}.`
export const datesFailed = (callOrChat: ReactNode) => (
  <>We couldn’t load our dates. Refresh this page, or {callOrChat}.</>
)
export const toBook = (callOrChat: ReactNode) => <>To book a seat, please {callOrChat}.</>
