import * as z from 'zod/mini'
import { defineLetter, typedName } from '../../../platform/messages/letter-kinds.ts'

export const newsletterWelcome = defineLetter(
  'newsletter-welcome',
  z.object({ subscriberId: z.string() }),
  (data, sender) => ({
    subject: `Welcome to the newsletter of ${sender.schoolName}`,
    paragraphs: [
      'Thank you for subscribing. We write when new courses open, and not more often than that.',
      `If this was not you, or you would like to stop, unsubscribe by the link below or call us at ${sender.phone}.`,
    ],
    link: { label: 'See our courses', url: `${sender.siteUrl}/classes` },
    unsubscribeUrl: `${sender.siteUrl}/unsubscribe/${sender.sign('newsletter', data.subscriberId)}`,
  }),
  { right: 'site' },
)

export const contactReceived = defineLetter(
  'contact-received',
  z.object({ name: typedName }),
  (data, sender) => ({
    subject: `${sender.schoolName} has your details`,
    paragraphs: [
      'Thank you for your interest. We will keep you posted about courses and events.',
      `If you would rather talk, call us at ${sender.phone}.`,
    ],
    link: { label: 'See our courses', url: `${sender.siteUrl}/classes` },
  }),
)
