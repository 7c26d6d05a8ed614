import { expect, test } from 'vitest'
import { chatWords } from './chat-words.ts'

const name = 'Meena Krishnan'
const courseTitle = 'Bridal Bouquets'

test.each([
  [
    { about: 'seat', name, courseTitle, reference: 'MAL-7K3F-9QXD' } as const,
    'Hello Meena Krishnan, this is about your seat in Bridal Bouquets (MAL-7K3F-9QXD). ',
  ],
  [
    { about: 'place', name: null, courseTitle } as const,
    'Hello, this is about your place on the waiting list for Bridal Bouquets. ',
  ],
  [
    { about: 'order', name, number: 'MAL-1' } as const,
    'Hello Meena Krishnan, this is about your order MAL-1. ',
  ],
  [
    { about: 'enquiry', name: null, enquiry: 'Venue' } as const,
    'Hello, this is about your enquiry (Venue). ',
  ],
  [{ about: 'order', name: null, number: 'MAL-1' } as const, 'Hello, this is about your order MAL-1. '],
  [{ about: 'flowers', name: null } as const, 'Hello, we have flowers for you. '],
  [{ about: 'flowers', name } as const, 'Hello Meena Krishnan, we have flowers for you. '],
  [{ about: 'person', name } as const, 'Hello Meena Krishnan, this is the flower school. '],
])('a chat message about %j begins with the person’s name and the subject', (subject, words) => {
  expect(chatWords(subject)).toBe(words)
})
