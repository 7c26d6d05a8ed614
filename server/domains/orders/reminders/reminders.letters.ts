import * as z from 'zod/mini'
import { dateText, dayInWords } from '../../../../contract/words.ts'
import { defineLetter, typed, typedName } from '../../../platform/messages/letter-kinds.ts'

export const yearlyReminder = defineLetter(
  'yearly-reminder',
  z.object({
    name: typedName,
    recipientName: typed(z.string()),
    occasion: typed(z.string()),
    day: z.string(),
    orderId: z.string(),
    reminderId: z.string(),
  }),
  ({ recipientName, occasion, day, orderId, reminderId }, sender) => ({
    subject: `${dateText(day)} is near: flowers again?`,
    paragraphs: [
      `You asked us to remind you of ${dayInWords(day)}${occasion ? ` (${occasion})` : ''}. ${
        recipientName ? `The last flowers for this day went to ${recipientName}.` : ''
      }`.trim(),
      'This is our only letter about it this year. If you want none next year, end it by the last link.',
    ],
    link: { label: 'Choose flowers', url: `${sender.siteUrl}/orders/${encodeURIComponent(orderId)}#again` },
    unsubscribeUrl: `${sender.siteUrl}/reminder/${sender.sign('reminder', reminderId)}`,
  }),
  { right: 'orders' },
)
