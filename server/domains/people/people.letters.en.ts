// The texts of the letters about enquiries, custom requests and the newsletter in English.

import { plural } from '../../../contract/plural.ts'
import { reachUs } from '../../platform/messages/letter.en.ts'

interface School {
  school: string
}
interface Phone {
  phone: string
}

export const enquiryTexts = {
  subject: ({ school }: School) => `${school} has received your enquiry`,
  received: 'Thank you for writing to us. We’ve received your enquiry, and we’ll call or e-mail you.',
  enquiry: 'Enquiry',
  ifUrgent: (us: Phone) => `If it’s urgent, please ${reachUs(us)}.`,
}

export const concernTexts = {
  subject: ({ number }: { number: string }) => `We’ve received your concern about order ${number}`,
  received: 'We’re sorry that something went wrong with your order. We’ll look into it and contact you.',
  viewOrder: 'View your order',
  order: 'Order',
  concern: 'Concern',
  ifUrgent: ({ number, ...us }: Phone & { number: string }) =>
    `If it can’t wait, please ${reachUs(us)} and mention ${number}.`,
}

export const customRequestTexts = {
  subject: ({ school }: School) => `${school} has received your request`,
  received:
    'Thank you for asking us for a custom bouquet. We’ll read your request, and reply with an idea and a price.',
  request: 'Your request',
  ifUrgent: (us: Phone) => `If you need the flowers today or tomorrow, please ${reachUs(us)}.`,
}

export const newsletterTexts = {
  subject: ({ school }: School) => `Welcome to the newsletter of ${school}`,
  thanks: 'Thank you for subscribing. We’ll e-mail you when new courses open, and no more often than that.',
  unsubscribe: (us: Phone) =>
    `If this wasn’t you, or you’d like to stop, use the unsubscribe link below or ${reachUs(us)}.`,
  seeCourses: 'See our courses',
}

export const contactTexts = {
  subject: ({ school }: School) => `${school} has received your details`,
  thanks: 'Thank you for your interest. We’ll keep you posted about courses and events.',
  orCall: (us: Phone) => `If you have a question, ${reachUs(us)}.`,
  seeCourses: 'See our courses',
}

/** Texts that are stored with an enquiry, so another language keeps them in English. */
export const enquiryStored = {
  forDay: ({ day }: { day: string }) => `For ${day}.`,
  concern: 'Concern',
}

export const enquiryNotice = {
  title: ({ kind }: { kind: string }) => `New enquiry: ${kind}`,
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  question: 'Question',
}

export const concernNotice = {
  title: ({ number }: { number: string }) => `New concern about order ${number}`,
  order: 'Order',
  concern: 'Concern',
  message: 'Message',
  photographs: 'Photographs',
  noPhotographs: 'None',
  photographsInOffice: ({ count }: { count: number }) =>
    plural(count, {
      one: '1 photo, in the back office',
      other: `${count} photos, in the back office`,
    }),
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
}

export const customRequestNotice = {
  title: 'New custom bouquet request',
  request: 'Request',
  picture: 'Picture',
  pictureInOffice: 'Yes, in the back office',
  noPicture: 'None',
  privatePicture: 'visible to staff only',
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
}
