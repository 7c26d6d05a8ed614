// The policies that a school begins with, in English and in Markdown, and the sentences that rules put into them.

import { hoursInWords } from '../../../../contract/words.ts'

export const privacy = `
## 1. Introduction

{school} runs this website to present what it offers, and so that you can enrol, book, order and contact us. This page explains what we learn about you and what we do with it. We keep as little as we can.

## 2. Information we collect

We only collect what you send us:

- Your name, e-mail address and phone number when you enrol, book, join a waiting list or ask us something, and the names of anyone else you book a seat for.
- The course, the batch, your questions and your special requirements.
- When you order flowers, what you order and for when, the recipient’s name, address and phone number, and your card message. If something was wrong, what you tell us about it and the photos you send.
- Recipients that you save in your account, and dates that you ask us to remind you of each year.
- How you chose to pay and the reference of your payment, but never a card number or a PIN.
- Your e-mail address when you subscribe to our newsletter, ask to hear when a product is back in the store, or ask for the links to your orders and seats.
- Your name, phone number and e-mail address when you enter them in the “Stay in touch” window on our home page.
- If you have an account, your password, in a form that nobody can read.

## 3. How we use your information

We use it to hold and confirm your seat, tell you about changes to your batch, deliver your flowers, answer you, keep the records that the law requires, and send the newsletter to people who subscribed. We don’t build profiles, and no machine makes decisions about you.

## 4. Sharing your information

We don’t sell or rent your information. Your instructor sees the names of everyone in the batch. The person who delivers your flowers sees the recipient’s name, address and phone number, and your name only if you let us share it. The companies that carry our messages and payments get what they need for that and nothing else. We give information to an authority only if the law requires it.

## 5. Cookies and browser storage

We set no advertising or tracking cookies. Our only cookie is for our staff, and remembers for a week whether the menu of the back office is open. For your convenience, your browser also stores:

{browserStorage}

Clear your browser’s storage to remove all of it.

## 6. Security

Connections are encrypted, and passwords are stored as Argon2 hashes. Only people who need your information have access to it. Every payment is checked by our server, not by your browser. If something goes wrong all the same, we’ll tell everyone affected without delay.

## 7. Your rights

You can ask for a copy of what we keep about you, have it corrected, have it erased unless the law requires us to keep it, and withdraw your consent at any time. You have the same rights if someone else gave us your name, for example to send you flowers or to book you a seat. Write to us from the e-mail address concerned, and we’ll answer within 30 days.

## 8. How long we keep it

Every night, we automatically erase whatever has reached the end of its time. If you ask us to erase your information sooner, only the amounts that tax law requires us to keep remain, without your name.

{retention}

## 9. External links

Our pages link to social networks, to WhatsApp and to a map. The map loads only when you ask for it. The policies of those services explain what they do with your visit.

## 10. Updates to this policy

When we change how we handle your information, we update this page and the date at the top. If a change affects something that you’ve already given us, we’ll write to you.

## 11. Contact us

{contact}
`

/** `own` has terms of delivery that only this school has. */
export const orderTerms = ({ own }: { own: readonly string[] }) => `
## Delivery Terms

${own.map((term) => `1. ${term}\n`).join('')}1. The delivery fee depends on the location and the type of delivery. We show it before you pay.
1. Please give a complete address, and a phone number where we can reach the recipient.
1. If nobody is there to receive the flowers, we call the recipient. If we can, we leave the flowers with a neighbour or at reception.
1. A re-delivery fee may apply if the address was wrong or nobody was there.
1. Rain, traffic and festivals may delay a delivery. We’ll tell you as soon as we know.
1. Flowers are seasonal. If one isn’t available, we use another of the same or a higher value, in the same colours.
1. If you have a concern about quality or delivery, tell us within {concernHours} hours of the delivery and send photos.

## No Refund Policy

1. We cut flowers for you and can’t sell them again, so paid orders are not normally refunded.
1. {ordersNotCancelled}
1. You can cancel an order that you placed in advance within {orderCancelHours} hours of placing it.
1. If we agree with a concern about quality or delivery, we offer a replacement or store credit, at our discretion.
1. We don’t give refunds for wrong addresses, absent recipients or changes of mind.
1. We don’t give refunds in any other case.

## Contact

{contact}
`

/** The terms of a school without a store. */
export const termsWithoutStore = `
## Contact

{contact}
`

export const courseTerms = `
## Your seat

Your seat is yours once we have confirmed it. Until then we hold it for you so that you can pay. The price of the course is the one that you see when you enrol.

## How long we hold an unpaid seat

{holdTimes}

The page where you pay says until when. After that we may give the seat to someone else. We stop holding a seat once it’s too late to join its batch.

## If you can’t come

{cancelSeat}

## If we change something

- If we cancel your batch, we tell you at once and refund what you paid for your seat, or move you to another batch if you prefer that.
- If we move your batch to another day or time, we tell you at once. Call us if you can’t come then.

## Contact

{contact}
`

export const hallTerms = `
## Booking our hall

- An enquiry is not a booking yet, and costs nothing. We reply with what’s possible.
- We agree on the day, the hours, the price and what it includes before you pay anything.
- The hall is booked for you once we have confirmed it.

## If your plans change

Tell us as soon as you know. Whether you can have another day, and what we refund, is part of what we agree on when you book.

## Contact

{contact}
`

export const notCancelled = {
  sameDay: 'Same-day orders can’t be cancelled or refunded.',
  nextDay: 'Same-day and next-day orders can’t be cancelled or refunded.',
  before: ({ days }: { days: number }) => `Orders for the next ${days} days can’t be cancelled or refunded.`,
}

/** Follows the rule for cancelling a seat, because a payer can have several seats. */
export const cancelSome =
  'If you have other seats that aren’t fully paid, your payment counts towards those first.'

interface Hours {
  hours: number
}

/** The sentences about the time for which an unpaid seat is held. The school's rules decide which of them apply. */
export const holdSeat = {
  always: ({ hours }: Hours) => `We hold an unpaid seat for ${hoursInWords(hours)}.`,
  confirmed: ({ hours }: Hours) =>
    `We hold an unpaid seat for ${hoursInWords(hours)} once your e-mail address is confirmed.`,
  called: 'We’ll hold a seat for you once you’ve called us to confirm.',
  unconfirmed: ({ hours, confirmed }: Hours & { confirmed: number }) =>
    `We hold an unpaid seat for ${hoursInWords(hours)}, or for ${hoursInWords(confirmed)} if you confirm your e-mail address in that time.`,
  signedIn: ({ hours, confirmed }: Hours & { confirmed: number }) =>
    `We hold an unpaid seat for ${hoursInWords(hours)}, or for ${hoursInWords(confirmed)} if you are signed in with a confirmed e-mail address.`,
  reported: ({ hours }: Hours) =>
    `If you tell us that you have paid, we hold it at least until the end of our next opening hours, but for at most ${hoursInWords(hours)} in all.`,
  atSchool: 'The same applies if you pay at the school.',
  undated: ({ hours }: Hours) =>
    `If the course has no date yet, we hold it until there is one, and then for ${hoursInWords(hours)}.`,
  offered: ({ hours }: Hours) =>
    `We hold a seat that we offer you from a waiting list for ${hoursInWords(hours)}.`,
  begun: 'We stop holding a seat once it’s too late to join its batch.',
}

/** The same rules as a table: which seat, for how long, and what else limits the time. */
export const holdTimes = {
  unpaid: 'An unpaid seat',
  unconfirmed: 'Before your e-mail address is confirmed',
  confirmed: 'Once it is confirmed in that time',
  signedOut: 'If you aren’t signed in',
  signedIn: 'If you are signed in with a confirmed e-mail address',
  confirmedFirst: 'Once your e-mail address is confirmed',
  called: 'Once you’ve called us to confirm',
  calledTime: 'A seat is held for you',
  reported: 'If you tell us that you have paid',
  reportedTime: 'Until the end of our next opening hours',
  reportedMost: ({ hours }: Hours) => `At most ${hoursInWords(hours)} in all`,
  atSchool: 'If you pay at the school',
  atSchoolTime: 'Just as long',
  undated: 'If the course has no date yet',
  undatedTime: 'Until there is one',
  undatedThen: ({ hours }: Hours) => `And then for ${hoursInWords(hours)}`,
  offered: 'If we offer it to you from a waiting list',
}

export const place = ({ place }: { place: string }) => `${place}.`
export const useOur = 'Use our '
export const contactPage = 'contact page'
