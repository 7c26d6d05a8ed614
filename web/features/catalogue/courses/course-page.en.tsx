// The texts of the page of a course in English.

import type { ReactNode } from 'react'
import { plural } from '../../../../contract/plural.ts'

export const loading = 'Loading course'
export const failed = 'We couldn’t load this course.'
export const outOfDate = 'This page may be out of date.'
export const allCourses = 'All courses'
export const description = ({
  batch,
  duration,
  price,
  about,
}: {
  batch: string
  duration: string
  price: string
  about: string
}) => `${batch} · ${duration} · ${price}. ${about}`
export const picture = ({ course }: { course: string }) => `Flowers arranged in ${course}`

export const datesAndFee = 'Dates and fee'
export const startsAt = 'Starts at'
export const where = 'Where'
export const instructor = 'Instructor'
export const noDateYet =
  'There’s no date yet. Enrol to reserve a place, and we’ll e-mail you when we set a date. You can then pay or cancel. There’s nothing to pay now.'
export const noDateYetWithoutMail =
  'There’s no date yet. Enrol to reserve a place, and we’ll let you know when we set a date. You can then pay or cancel. There’s nothing to pay now.'
export const laterDates = ({ count }: { count: number }) =>
  plural(count, { one: '1 later batch', other: `${count} later batches` })
export const buttonsNeedScripts = (callOrChat: ReactNode) => (
  <>To enrol here, turn on JavaScript in your browser, or {callOrChat}.</>
)

export const questionsHeading = 'Common questions'
export const needExperience = 'Do I need experience?'
export const areFlowersIncluded = 'Are flowers and tools included?'
export const whatToBring = 'What should I bring?'
export const whenToPay = 'When do I pay?'
export const payInTime =
  'We hold your seat as soon as you enrol. Pay straight away or by the time shown. If you don’t pay by then, someone else may take the seat.'
export const whereIsIt = 'Where is it?'

export const datesHeading = (
  <>
    Choose your <em>batch</em>
  </>
)
export const showAllDates = ({ count }: { count: number }) => `Show all ${count} batches`
export const choose = 'Choose'
export const chooseDay = ({ day }: { day: string }) => `Choose ${day}`
export const chooseInstead = ({ day }: { day: string }) => `Choose ${day} instead`
export const sessionsUntil = ({ count, day }: { count: number; day: string }) =>
  plural(count, { one: `1 session, until ${day}`, other: `${count} sessions, until ${day}` })
export const showAllSessions = ({ count }: { count: number }) => `Show all ${count} sessions`
export const session = ({ day, from, to }: { day: string; from: string; to: string }) =>
  `${day}, ${from} to ${to}`
export const loadingSessions = 'Loading sessions'
export const sessionsFailed = 'We couldn’t load the sessions.'
