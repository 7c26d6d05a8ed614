// Refusals about the journal, the impacts and the closed days, in English.

import { dayInWords } from '../words.ts'

export const refusals = {
  not_found: {
    'impact-gone': 'This impact no longer exists. Refresh the list.',
    'post-gone': 'This post no longer exists. Someone may have deleted it.',
    'post-unknown': 'We couldn’t find this post in our journal.',
    'tag-unknown': 'No post in our journal has this tag.',
    'delivery-day-gone': 'This day is no longer on the list. Refresh the list.',
  },
  limit_reached: {
    'impacts-full': 'Maximum of 4 impacts allowed. Delete an existing impact to add a new one.',
  },
  validation_failed: {
    'author-unknown': 'That instructor is no longer on the list. Choose another one.',
    'post-time-missing': 'Enter the day and time when the post should appear.',
    'post-time-over': 'This time has passed. Choose a later one, or publish the post now.',
    'post-time-ahead': 'This time hasn’t come yet. Choose “Scheduled”, or an earlier time.',
  },
  conflict: {
    'post-address-taken': 'Another post uses this address, or used it before. Choose another one.',
    'delivery-day-known': ({ day }: { day: string }) =>
      `${dayInWords(day)} is already on the list. Edit it instead.`,
  },
}
