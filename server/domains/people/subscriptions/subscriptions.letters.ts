import * as z from 'zod/mini'
import { defineLetter, typedName } from '../../../platform/messages/letter-kinds.ts'
import { contactTexts, newsletterTexts } from '../people.letters.en.ts'

export const newsletterWelcome = defineLetter(
  'newsletter-welcome',
  z.object({ subscriberId: z.string() }),
  (data, sender) => ({
    subject: newsletterTexts.subject({ school: sender.schoolName }),
    paragraphs: [newsletterTexts.thanks, newsletterTexts.unsubscribe({ phone: sender.phone })],
    link: { label: newsletterTexts.seeCourses, url: `${sender.siteUrl}/classes` },
    unsubscribeUrl: `${sender.siteUrl}/unsubscribe/${sender.sign('newsletter', data.subscriberId)}`,
  }),
  { right: 'site' },
)

export const contactReceived = defineLetter(
  'contact-received',
  z.object({ name: typedName }),
  (data, sender) => ({
    subject: contactTexts.subject({ school: sender.schoolName }),
    paragraphs: [contactTexts.thanks, contactTexts.orCall({ phone: sender.phone })],
    link: { label: contactTexts.seeCourses, url: `${sender.siteUrl}/classes` },
  }),
)
