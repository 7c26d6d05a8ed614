// Refusals about enquiries, requests, students and people's data, in English.

import { dayInWords } from '../words.ts'

export const refusals = {
  not_found: {
    'custom-request-gone': 'This request no longer exists. Someone may have deleted it.',
    'enquiry-gone': 'This enquiry no longer exists. Someone may have deleted it.',
    'student-gone': 'This student is no longer on the list. Someone may have deleted the record.',
    'person-unknown': 'We have no records for this name, address or number.',
    'person-gone': 'We couldn’t find this person. Someone may have deleted the record.',
    'join-unknown': 'This merge has already been undone.',
  },
  limit_reached: {
    'pictures-of-network':
      'Your network has sent many pictures today. Remove the picture and send your request without it, or try again tomorrow.',
    'pictures-of-all':
      'We can’t take more pictures right now. Remove the picture and send your request without it.',
  },
  validation_failed: {
    'enquiry-day-over': 'Choose today or a later day.',
    'enquiry-day-closed': ({ day, closedFor }: { day: string; closedFor: string }) =>
      `We’re closed on ${dayInWords(day)} (${closedFor}). Choose another day.`,
  },
  conflict: {
    'person-unchosen':
      'This person may be mentioned in other people’s entries. Choose the entries that are about this person, and try again.',
    'person-words-gone': 'One of these entries has changed. Search for the person again.',
    'person-same': 'These records are already merged.',
    'student-known': 'A student with this e-mail address is already on the list.',
  },
  in_use: {
    /** `live` are the sentences about everything that is still under way. */
    'person-only-live': ({ live }: { live: readonly string[] }) =>
      `There’s nothing else to erase. ${live.join(' ')}`,
    'person-live': ({ live }: { live: readonly string[] }) =>
      `Some of this person’s records are still in use. ${live.join(' ')} Do that first, or erase the rest now.`,
  },
}
