// The texts of the privacy policy and of the terms in English.

import type { ReactNode } from 'react'

export const back = 'Back'
export const lastUpdated = ({ month }: { month: string }) => `Last updated: ${month}`
export const contact = ({ place }: { place: string }) => `${place}.`
export const useContactPage = (link: (label: string) => ReactNode) => <>Use our {link('contact page')}.</>

export const privacy = 'Privacy Policy'
export const privacyDescription = ({ school = 'the school' }: { school?: string | undefined }) =>
  `What ${school} keeps about you, why and for how long, and how to have it corrected or erased.`

export const introduction = '1. Introduction'
export const introductionText = ({ school = 'The school' }: { school?: string | undefined }) =>
  `${school} runs this website to present what it offers, and so that you can enrol, book, order and contact us. This page explains what we learn about you and what we do with it. We keep as little as we can.`

export const collected = '2. Information we collect'
export const collectedLead = 'We only collect what you send us:'
export const collectedItems = [
  'Your name, e-mail address and phone number when you enrol, book, join a waiting list or ask us something, and the names of anyone else you book a seat for.',
  'The course, the batch, your questions and your special requirements.',
  'When you order flowers, what you order and for when, the recipient’s name, address and phone number, and your card message. If something was wrong, what you tell and show us about it.',
  'Recipients that you save in your account, and dates that you ask us to remind you of each year.',
  'How you chose to pay and the reference of your payment, but never a card number or a PIN.',
  'Your e-mail address when you subscribe to our newsletter, ask to hear when a product is back in the store, or ask for the links to your orders and seats.',
  'Your name, phone number and e-mail address when you leave them in the window “Stay in touch” on our home page.',
  'If you have an account, your password, in a form that nobody can read.',
]

export const used = '3. How we use your information'
export const usedText =
  'We use it to hold and confirm your seat, tell you about changes to your batch, deliver your flowers, answer you, keep the records that the law requires, and send the newsletter to people who subscribed. We don’t build profiles, and no machine makes decisions about you.'

export const shared = '4. Sharing your information'
export const sharedText =
  'We don’t sell or rent your information. Your instructor sees the names of everyone in the batch. The person who delivers your flowers sees the recipient’s name, address and phone number, and your name only if you let us share it. The companies that carry our messages and payments get what they need for that and nothing else. We give information to an authority only if the law requires it.'

export const cookies = '5. Cookies and browser storage'
export const cookiesText =
  'We set no advertising or tracking cookies. Our only cookie is for our staff, and remembers for a week whether the menu of the back office is open. For your convenience, your browser also stores:'
export const cookiesRemoval = 'Clear your browser’s storage to remove all of it.'

export const security = '6. Security'
export const securityText =
  'Connections are encrypted, and passwords are stored as Argon2 hashes. Only people who need your information have access to it. Every payment is checked by our server, not by your browser. If something goes wrong all the same, we’ll tell everyone affected without delay.'

export const rights = '7. Your rights'
export const rightsText =
  'You can ask for a copy of what we keep about you, have it corrected, have it erased unless the law requires us to keep it, and withdraw your consent at any time. You have the same rights if someone else gave us your name, for example to send you flowers or to book you a seat. Write to us from the e-mail address concerned, and we’ll answer within 30 days.'

export const kept = '8. How long we keep it'
export const keptText =
  'Every night, we automatically erase whatever has reached the end of its time. If you ask us to erase your information sooner, only the amounts that tax law requires us to keep remain, without your name.'

export const links = '9. External links'
export const linksText =
  'Our pages link to social networks, to WhatsApp and to a map. The map loads only when you ask for it. The policies of those services explain what they do with your visit.'

export const updates = '10. Updates to this policy'
export const updatesText =
  'When we change how we handle your information, we update this page and the date at the top. If a change affects something that you’ve already given us, we’ll write to you.'

export const contactUs = '11. Contact us'

export const terms = 'Terms & Services'
export const termsDescription = ({ school = 'the school' }: { school?: string | undefined }) =>
  `The terms of ${school} for orders, delivery, cancellation and refunds.`
export const delivery = 'Delivery Terms'
export const deliveryTerms = [
  'The delivery fee depends on the location and the type of delivery. We show it before you pay.',
  'Please give a complete address, and a phone number where we can reach the recipient.',
  'If nobody is there to receive the flowers, we call the recipient. If we can, we leave the flowers with a neighbour or at reception.',
  'A re-delivery fee may apply if the address was wrong or nobody was there.',
  'Rain, traffic and festivals may delay a delivery. We’ll tell you as soon as we know.',
  'Flowers are seasonal. If one isn’t available, we use another of the same or a higher value, in the same colours.',
  'If you have a concern about quality or delivery, tell us within 24 hours of the delivery and send photos.',
]
export const refunds = 'No Refund Policy'
export const refundTerms = [
  'We cut flowers for you and can’t sell them again, so paid orders are not normally refunded.',
  'Same-day and next-day orders can’t be cancelled or refunded.',
  'You can cancel an order that you placed in advance within 24 hours of placing it.',
  'If we agree with a concern about quality or delivery, we offer a replacement or store credit, at our discretion.',
  'We don’t give refunds for wrong addresses, absent recipients or changes of mind.',
  'We don’t give refunds in any other case.',
]
export const contactHeading = 'Contact'
