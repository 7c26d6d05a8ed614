// The texts around the school's policies in English.

import type { ReactNode } from 'react'

export const back = 'Back'
export const loading = 'Loading'
export const failed = 'We couldn’t load this. Please try again.'
export const lastUpdated = ({ month }: { month: string }) => `Last updated: ${month}`
export const onThisPage = 'On this page'
export const ourPolicies = 'Our policies'

export const accepted = 'Accepted terms'
export const acceptedLead = 'This is the text that was accepted.'
export const termsNow = (link: (words: ReactNode) => ReactNode) => (
  <>You can also read {link('the current terms')}.</>
)

interface School {
  school?: string | undefined
}

export const descriptions = {
  privacy: ({ school = 'the school' }: School) =>
    `What ${school} keeps about you, why and for how long, and how to have it corrected or erased.`,
  terms: ({ school = 'the school' }: School) =>
    `The terms of ${school} for orders, delivery, cancellation and refunds.`,
  'course-terms': ({ school = 'the school' }: School) =>
    `The terms of ${school} for courses: until when a seat is held, and how to cancel it.`,
  'hall-terms': ({ school = 'the school' }: School) => `The terms of ${school} for hiring the hall.`,
}
