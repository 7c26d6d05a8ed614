// The texts of the letters about a waiting list in English.

import { reachUs } from '../../../platform/messages/letter.en.ts'

export const confirm = {
  subject: ({ course }: { course: string }) => `Confirm your place on the waiting list for ${course}`,
  lead: ({ course, days }: { course: string; days: number }) =>
    `You, or someone using your e-mail address, asked to join the waiting list for ${course}. Open the link below within ${days} days to confirm your e-mail address. Your place counts from then on. When it’s your turn, we’ll let you know and hold a seat just for you.`,
  notYou: 'If this wasn’t you, ignore this e-mail. The request will expire on its own.',
  action: 'Confirm my place',
}

export const joined = {
  subject: ({ course }: { course: string }) => `You’re on the waiting list for ${course}`,
  lead: ({ course, position }: { course: string; position: number }) =>
    `This batch of ${course} is full. You’re number ${position} on its waiting list. When a seat opens and it’s your turn, we’ll let you know and hold it just for you.`,
  action: 'View your place or leave the list',
}

export const offer = {
  subject: ({ course }: { course: string }) => `A seat in ${course} has opened for you`,
  lead: ({ course, until }: { course: string; until: string }) =>
    `Good news! A seat in ${course} has opened, and it’s your turn. We’ll hold it just for you until ${until}. After that, we’ll offer it to the next person on the list.`,
  action: 'Take or decline the seat',
}

export const lapsed = {
  subject: ({ course }: { course: string }) => `We’re no longer holding a seat for you in ${course}`,
  lead: ({ course }: { course: string }) =>
    `We held a seat in ${course} for you but didn’t hear from you in time, so we’ve released it. If this batch is still full, you can join its waiting list again.`,
  stillInterested: (us: { phone: string }) => `If you’d still like to come, please ${reachUs(us)}.`,
}

export const ended = {
  subject: ({ course }: { course: string }) => `Your batch of ${course} has been cancelled`,
  lead: ({ course }: { course: string }) =>
    `We’re sorry. The batch of ${course} that you were waiting for has been cancelled, so we’ve closed its waiting list.`,
}
