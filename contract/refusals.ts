// What a refusal says where its code alone says too little: under each code its reasons, each with the sentence that is
// made of its facts. Another language is another such table.

import type { DeliveryWay } from './delivery-facts.ts'
import { amountInWords, counted, dayInWords, instantInWords } from './words.ts'

const seatNouns = { enrolment: 'enrolment', 'event-booking': 'booking' } as const
type SeatKind = keyof typeof seatNouns

const sentences = {
  not_found: {
    'no-such-address': 'There is no such address in this API.',
    'not-in-bin': 'This is not in the bin. Somebody may have restored it already.',
    'event-unknown': 'There is no such event in our calendar.',
    'picture-link-over':
      'This address is good for an hour only. Please open the picture from the back office again.',
    'course-gone': 'This class is no longer offered. Please choose another one.',
    'place-unknown':
      'This link no longer leads anywhere. If you have a newer letter from us, please use its link.',
    'link-of-others': 'This link is not one of ours. Please use the link in the letter, or call us.',
    'custom-request-gone': 'This request is gone. Somebody may have deleted it.',
    'hours-gone': 'The hours of this day are not there any more. Please refresh the list.',
    'feedback-gone': 'This feedback is not there any more. Please refresh the list.',
    'note-gone': 'This note is not there any more. Please refresh the list.',
    'student-gone': 'This student is gone. Somebody may have deleted them.',
    'impact-gone': 'This impact is not there any more. Please refresh the list.',
    'product-gone': 'This product is no longer there. Somebody may have deleted it.',
    'coupon-gone': 'This coupon is no longer there. Somebody may have deleted it.',
    'post-gone': 'This post is no longer there. Somebody may have deleted it.',
    'post-unknown': 'There is no such post in our journal.',
    'tag-unknown': 'No post in our journal has this tag.',
    'enquiry-gone': 'This enquiry is gone. Somebody may have deleted it.',
    'instructor-gone': 'This instructor is no longer there. Somebody may have deleted them.',
    'delivery-zone-gone': 'This zone is no longer there. Somebody may have deleted it.',
    'delivery-slot-gone': 'This slot is no longer there. Somebody may have deleted it.',
    'delivery-day-gone': 'This day is not on the list any more. Please refresh the list.',
    'message-unknown': 'We could not find this message.',
    'seat-unknown': ({ kind }: { kind: SeatKind }) => `We could not find this ${seatNouns[kind]}.`,
    'roster-seat-unknown': 'We could not find this seat.',
    'batch-unknown': 'We could not find this batch.',
    'order-unknown': 'There is no such order.',
    'gift-unknown': 'This link no longer leads anywhere. Please ask whoever sent it to you for a new one.',
    'no-such-product': 'We do not have this one any more. Please look for another one in the store.',
    'product-not-offered': 'This is not offered any more, or not in this size. Please choose something else.',
    'cart-line-gone': 'This is not in your cart any more.',
    'flower-gone': 'This flower is no longer there. Somebody may have deleted it.',
    'recipe-gone': 'This recipe is no longer there. Somebody may have deleted it.',
    'line-gone': 'This line is not on the list any more.',
  },
  bad_request: {
    'no-such-page': 'That page of the list does not exist. Please go back to its first page.',
    'bad-idempotency-key': 'The Idempotency-Key is not one we can use.',
  },
  forbidden: {
    'owner-only': 'Only the owner may do this.',
  },
  unsupported_image: {
    'picture-of-heic':
      'HEIC pictures cannot be used here. Please save the picture as JPEG and choose it again.',
    'picture-damaged': 'That picture cannot be read: it seems to be damaged. Please choose another one.',
  },
  image_too_large: {
    'picture-of-many-pixels': ({ width, height }: { width: number; height: number }) =>
      `That picture has too many pixels (${width} × ${height}). Please choose a smaller one.`,
    'picture-of-many-bytes': ({ megabytes }: { megabytes: number }) =>
      `That picture is too large. Please choose one smaller than ${megabytes} MB.`,
  },
  limit_reached: {
    'pictures-of-network':
      'Many pictures came from your network today. Please remove the picture and send your request without it, or try again tomorrow.',
    'pictures-of-all':
      'We cannot take more pictures just now. Please remove the picture and send your request without it.',
    'passkeys-full': ({ max }: { max: number }) =>
      `You have ${max} passkeys already. Please remove one first.`,
    'favourites-full': ({ max }: { max: number }) =>
      `You can keep at most ${max} favourites. Please remove some first.`,
    'cart-full': ({ max }: { max: number }) =>
      `A cart holds ${max} different things at most. Please take one out first, or order these first.`,
    'cart-line-full': ({ max }: { max: number }) =>
      `A cart holds ${max} of one thing at most. Please write to us if you would like more.`,
    'impacts-full': 'Maximum of 4 impacts allowed. Delete an existing impact to add a new one.',
  },
  validation_failed: {
    'password-of-school': 'Please choose a password without the name of the school in it.',
    'password-of-name': 'Please choose a password without your name in it.',
    'password-of-email': 'Please choose a password without your e-mail address in it.',
    'password-common':
      'This password is among the first that are guessed. Please choose another; a short sentence is easy to keep in mind.',
    'password-wrong': 'That is not your current password.',
    'address-own': 'This is the address of your account already.',
    'sort-unknown': 'Classes can be sorted by newest, title or -title.',
    'day-taken': 'This class already has a batch on that day. Please choose another day.',
    'day-over': 'This day is over. Please choose today or a later day.',
    'batch-has-students': 'Students have seats in this batch. Please choose today or a later day.',
    'capacity-below-seats': ({ taken }: { taken: number }) =>
      `${taken === 1 ? '1 seat is' : `${taken} seats are`} already taken. Please choose a capacity of ${taken} or more.`,
    'slug-taken': 'Another product has this address. Please choose another one.',
    'original-price-low': 'The original price must be above the price',
    'product-unknown': 'There is no product with this id.',
    'coupon-known': ({ code }: { code: string }) => `There is a coupon ${code} already.`,
    'coupon-needs-percent': 'Please say how many percent it takes off',
    'coupon-needs-rupees': 'Please say how many rupees it takes off',
    'coupon-needs-items': ({ scope }: { scope: string }) =>
      `Please choose the ${scope} that this coupon is for`,
    'coupon-no-delivery': 'A course has no delivery. Please choose something else that this coupon is for.',
    'coupon-ends-early': 'The last day must not be before the first',
    'coupon-uses-below': ({ uses }: { uses: number }) =>
      `${counted(uses, 'use')} of this coupon ${uses === 1 ? 'counts' : 'count'} already. Please allow ${uses} or more.`,
    'recipe-of-nothing':
      'Please choose a product, with one of its sizes where it has any, or a class that is still there.',
    'flower-unknown': 'Please choose flowers that are still there.',
    'cart-empty': 'There is nothing in your cart.',
    'order-other-email': 'This is not the e-mail address that the order was placed with.',
    'author-unknown': 'This instructor is no longer there. Please choose another one.',
    'post-time-missing': 'Please say on which day and at what time it is to appear.',
    'post-time-over': 'This time is over. Please choose one that is still to come, or publish the post now.',
    'post-time-ahead': 'This time is still to come. Please choose “Scheduled”, or a time that is over.',
  },
  rate_limited: {
    'many-guesses': ({ seconds }: { seconds: number }) =>
      `Too many wrong passwords or codes. Please wait ${waitInWords(seconds)}, or choose “Forgot your password?”.`,
    'many-codes': 'Too many wrong codes. Please wait a quarter of an hour and try again.',
  },
  conflict: {
    'account-known': 'You have an account already. Please sign in.',
    'address-verified': 'Your address is verified already.',
    'address-taken': 'This address has an account of its own by now.',
    'staff-known': 'This address has an account in the back office already.',
    'staff-disabled': 'This address has an account that is disabled. Please enable it instead.',
    'own-account': 'You cannot disable your own account.',
    'own-second-factor': 'Your own second factor is switched off under Security, with your password.',
    'second-factor-begun': 'Please begin again.',
    'second-factor-off': 'Two-factor sign-in is off.',
    'second-factor-on': 'Two-factor sign-in is on already.',
    'passkey-known': 'This passkey is here already.',
    'passkeys-impossible':
      'Passkeys work only where the site has a name and https. Please use your password.',
    'event-over': 'This event is over or has no date yet, so it cannot be booked. Please choose another one.',
    'seats-free': 'There are still seats in this batch. You can enrol right away.',
    'place-waits': 'There is no free seat for you yet. We write to you as soon as it is your turn.',
    'place-left': 'You have left this list. You can join it again from the course’s page.',
    'offer-over': ({ until }: { until: string }) =>
      `This offer ended on ${instantInWords(until)}, and the seat went to the next person. You can join the list again from the course’s page.`,
    'student-known': 'A student with this address is already written down.',
    'post-address-taken': 'Another post has, or had, this address. Please choose another one.',
    'hours-known': ({ day }: { day: string }) => `${day} has its hours already. Please edit those instead.`,
    'pincode-known': ({ pincode, zone }: { pincode: string; zone: string }) =>
      `${pincode} is in the zone ${zone} already. Please take it out there first.`,
    'delivery-day-known': ({ day }: { day: string }) =>
      `${dayInWords(day)} is on the list already. Please edit it instead.`,
    'price-known': 'There is a price for this slot again. Please edit that one instead.',
    'letter-out-of-date': 'The code in this letter is no longer good. Please have a new one asked for.',
    'letter-confidential': 'A code cannot be sent again. Please have a new one asked for.',
    'chat-by-hand': 'This message waits for you: open the chat, send it there, and mark it as sent.',
    'letter-by-hand': 'Only chat messages are sent by hand.',
    'message-on-its-way':
      'This message is being sent at this very moment. Please refresh the list and look again.',
    'seat-cancelled': ({ kind }: { kind: SeatKind }) =>
      `This ${seatNouns[kind]} was cancelled. Please contact the school.`,
    'money-for-cancelled-seat': ({ kind }: { kind: SeatKind }) =>
      `This ${seatNouns[kind]} was cancelled. Please match the money with something else, or send it back and note the refund.`,
    'seat-paid': ({ kind }: { kind: SeatKind }) =>
      `This ${seatNouns[kind]} is paid already. If this is a second payment, please send it back and note the refund.`,
    'paid-by-other-reference': ({ reference }: { reference: string | null }) =>
      `This is already recorded as paid, with the reference ${reference}.`,
    'no-unseated-money': 'There is no money without a seat here any more. Please refresh the list.',
    'seat-hold-over': 'The hold on this seat has ended and nothing was paid, so there is no seat to move.',
    'move-impossible': 'A seat can only move to a batch of the same class that is not over.',
    'seat-note-changed': ({ note }: { note: string | null }) =>
      `Somebody changed this note meanwhile. It now reads: ${note ?? '(empty)'}`,
    'seat-without-letters': 'This seat is no longer held, so there is no letter about it to send again.',
    'payment-reference-taken':
      'This payment reference is already recorded for somebody else. Please check it and try again.',
    'product-in-stock': 'It is back already: you can order it now.',
    'order-paid':
      'This order is paid already. If this is a second payment, please send it back and note the refund.',
    'gift-told': 'We have your message already. For anything else, please call us.',
    'gift-over': 'This has been delivered or cancelled. For anything else, please call us.',
    'order-cancelled': 'This order was cancelled. Please contact the school.',
    'no-order-money': 'There is no money without an order here any more. Please refresh the list.',
    'order-cancel-late': ({ sentence }: { sentence: string }) =>
      `${sentence}. Please call us, and we see what we can do.`,
    'order-card-printed': 'The card is written already. Please call us, and we see what we can do.',
    'coupon-known-again': ({ code }: { code: string }) =>
      `There is another coupon ${code} by now. Please give that one a different code first.`,
    'press-old': 'This was pressed more than a day ago. Please set the status of the order by hand.',
    'press-on-cancelled': 'This order was cancelled. Please do not bring it, and call the office.',
    'press-on-unpaid': 'This order still waits for its money. Please ask the office.',
    'undo-late': 'It is too late to undo this. Please set the status that it should have.',
    'flower-known': 'There is a flower of this name already.',
    'recipe-known': 'This has a recipe already. Please edit that one instead.',
    'line-decided': 'Somebody has decided on this line already. Please refresh the list.',
  },
  coupon_invalid: {
    'coupon-unknown': 'We do not know this code, or it is no longer offered. Please check its letters.',
    'coupon-early': ({ day }: { day: string }) => `This code can be used from ${dayInWords(day)}.`,
    'coupon-over': ({ day }: { day: string }) => `This code could be used until ${dayInWords(day)}.`,
    'coupon-used-up':
      'This code has been used up. If an order with it is not paid in time, it can be used again.',
    'coupon-below': ({ minimumInPaise }: { minimumInPaise: number }) =>
      `This code can be used with ${amountInWords(minimumInPaise)} or more.`,
    'coupon-for-courses': 'This code is for our courses.',
    'coupon-for-store': 'This code is for the flowers of our store.',
    'coupon-takes-nothing': 'There is nothing here that this code could take something off.',
    'coupon-for-nothing': 'There is nothing in your cart yet that a code could take something off.',
  },
  out_of_stock: {
    'lines-out-of-stock': ({ names }: { names: readonly string[] }) =>
      names.length === 0
        ? 'Something in your order is no longer offered. Please look at your cart.'
        : `There are not enough left of ${names.join(', ')}. Please choose fewer.`,
    'order-hold-over':
      'The time to pay for this order has ended, and its flowers or its delivery time went to somebody else. Nothing was charged. Please order again.',
    'order-payment-late':
      'Your payment arrived after the time to pay had ended, and there is nothing left to bring. We will call you about other flowers or your money back.',
    'money-without-order':
      'The money is recorded, and there is no stock or delivery time left for this order. Please call the customer.',
    'product-sold-out': ({ name }: { name: string }) =>
      `${name} is sold out just now. Please choose something else.`,
  },
  batch_full: {
    'hold-over':
      'The hold on your seat has ended and there is no seat left. Nothing was charged. Please choose another batch.',
    'payment-late':
      'Your payment arrived after the hold on your seat had ended, and there is no seat left. We will call you about another batch or your money back.',
    'money-without-seat':
      'The payment is recorded, but there is no seat left. Please offer another batch or return the money.',
  },
  undeliverable: {
    'pincode-missing': 'Enter the pincode to see whether we deliver there',
    'pincode-outside': ({ pincode }: { pincode: string }) => `We do not deliver to ${pincode} yet`,
    'way-refused': ({ way }: { way: DeliveryWay }) =>
      way === 'pickup' ? 'This cannot be picked up' : `This cannot be had by ${way} delivery`,
    'way-missing-there': ({ way, pincode }: { way: DeliveryWay; pincode: string }) =>
      `There is no ${way} delivery to ${pincode}`,
  },
  slot_closed: {
    'slot-withdrawn': 'This time is no longer offered. Please choose another one.',
    'delivery-day-over': 'This day is over',
    'day-far': ({ daysAhead }: { daysAhead: number }) =>
      `Orders are taken ${counted(daysAhead, 'day')} ahead`,
    'day-closed': ({ closedFor }: { closedFor: string }) => `Closed for ${closedFor}`,
    'evening-closed': ({ closedFor }: { closedFor: string }) => `Closed the evening before for ${closedFor}`,
    'lead-over': ({ leadDays }: { leadDays: number }) =>
      `This must be ordered ${leadDays === 1 ? 'a day' : `${leadDays} days`} before`,
    'same-day-over': ({ hour }: { hour: string }) => `Orders for today close at ${hour}`,
    'day-before-over': ({ hour }: { hour: string }) => `Orders for tomorrow close at ${hour} today`,
    'yesterday-over': ({ slot, hour }: { slot: string; hour: string }) =>
      `Orders for ${slot} closed yesterday at ${hour}`,
  },
  slot_full: {
    'slot-full': 'Full',
  },
  amount_differs: {
    'another-sum': ({ cameInPaise, dueInPaise }: { cameInPaise: number; dueInPaise: number }) =>
      `${amountInWords(cameInPaise)} came, and ${amountInWords(dueInPaise)} is due.`,
  },
  code_expired: {
    'invitation-over': 'This invitation is not valid any more. Please ask for a new one.',
  },
  passkey_refused: {
    'passkey-late': 'That took too long, or was sent once already. Please try again.',
    'passkey-unknown': 'This passkey opens no account here. Please sign in with your password.',
    'passkey-copied':
      'This passkey seems to have been copied and was refused. Please sign in with your password and remove it under Security.',
    'passkey-unlocked':
      'Your device did not check that it is you. Please unlock it by fingerprint, face or PIN, and try again.',
  },
  in_use: {
    'flower-in-recipes': ({ recipes }: { recipes: number }) =>
      `This flower is in ${counted(recipes, 'recipe')} and cannot be deleted. Please take it out of ${recipes === 1 ? 'it' : 'them'} first.`,
    'course-has-paid-seats': ({ seats }: { seats: number }) =>
      `This class has ${counted(seats, 'paid seat')} in a batch that is not over and cannot be deleted. Please move or cancel those students first.`,
    'course-has-held-seats': ({ seats }: { seats: number }) =>
      `This class has ${counted(seats, 'seat')} on hold for payment and cannot be deleted yet. Please try again when they are paid or have expired.`,
  },
  batch_changed: {
    'batch-moved': ({ day }: { day: string }) =>
      `The next batch now begins on ${dayInWords(day)}. Please check the new date and try again.`,
  },
}

function waitInWords(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds <= 90) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

type Sentences = typeof sentences
type CodeOf<Reason> = {
  [C in keyof Sentences]: Reason extends keyof Sentences[C] ? C : never
}[keyof Sentences]

export type Reason = { [C in keyof Sentences]: keyof Sentences[C] }[keyof Sentences]
type SentenceOf<R extends Reason> = {
  [C in keyof Sentences]: R extends keyof Sentences[C] ? Sentences[C][R] : never
}[keyof Sentences]
/** What its sentence is made of; undefined where it is always the same. */
export type FactsOf<R extends Reason> =
  SentenceOf<R> extends (facts: infer Facts) => string ? Facts : undefined

export const refusals = Object.fromEntries(
  Object.entries(sentences).flatMap(([code, reasons]) =>
    Object.entries(reasons).map(([reason, sentence]) => [reason, { code, sentence }]),
  ),
) as { [R in Reason]: { code: CodeOf<R>; sentence: string | ((facts: never) => string) } }
