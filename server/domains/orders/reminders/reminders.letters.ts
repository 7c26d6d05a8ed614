import * as z from 'zod/mini'
import { dateText, dayInWords, joined } from '../../../../contract/words.ts'
import { defineLetter, typed, typedName } from '../../../platform/messages/letter-kinds.ts'
import * as text from './reminders.letters.en.ts'

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
    subject: text.subject({ date: dateText(day) }),
    paragraphs: [
      joined(
        [
          occasion
            ? text.askedForOccasion({ day: dayInWords(day), occasion })
            : text.askedFor({ day: dayInWords(day) }),
          recipientName && text.lastRecipient({ name: recipientName }),
        ],
        ' ',
      ),
      text.onlyOne,
    ],
    link: { label: text.chooseFlowers, url: `${sender.siteUrl}/orders/${encodeURIComponent(orderId)}#again` },
    unsubscribeUrl: `${sender.siteUrl}/reminder/${sender.sign('reminder', reminderId)}`,
  }),
  { right: 'orders' },
)
