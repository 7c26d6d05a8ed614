// The texts in English of the letter whose link holds a seat.

export const subject = ({ course }: { course: string }) => `Open the link to hold your seat in ${course}`
export const lead = ({ course, until }: { course: string; until: string }) =>
  `You, or someone using your e-mail address, asked for a seat in ${course}. Open the link below before ${until}, and we’ll hold your seat if there’s one left. Until then, no seat is held, and there’s nothing to pay.`
export const action = 'Hold my seat'

export const again = {
  subject: ({ course }: { course: string }) => `Would you like another seat in ${course}?`,
  lead: ({ course, until }: { course: string; until: string }) =>
    `You, or someone using your e-mail address, asked for a seat in ${course}, where you already have a confirmed seat. If you’d like another one for someone else, open the link below before ${until}. We’ll hold it if there’s one left. Until then, it isn’t held, and there’s nothing to pay.`,
  notWanted: 'If you don’t want another seat, ignore this e-mail.',
  action: 'Yes, hold another seat',
}
