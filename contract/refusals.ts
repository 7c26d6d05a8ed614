// Error messages. If an error code alone says too little, its reasons are listed under it. Another language would be a
// second table of this form.

import type { BatchState } from './catalogue/batch-states.ts'
import { plural } from './plural.ts'
import { type Right, whoHas } from './rights.ts'
import type { DeliveryWay } from './store/delivery-facts.ts'
import { amountInWords, counted, dayInWords, instantInWords, timeInWords } from './words.ts'

const seatNouns = { enrolment: 'enrolment', 'event-booking': 'booking' } as const
type SeatKind = keyof typeof seatNouns

/**
 * A meeting that already takes the room or the instructor at that time. `day` is a date in the school's time zone, and
 * the times are 24-hour.
 */
interface Clash {
  what: string
  day: string
  from: string
  to: string
}

/** `closedFor` is null if the school is always closed on that day of the week. */
interface ClosedDay {
  day: string
  closedFor: string | null
}

interface NamedBatch {
  title: string
  day: string | null
}

function batchesInWords(count: number, named: readonly NamedBatch[]): string {
  const said = named.map(({ title, day }) => (day === null ? title : `${title}, ${dayInWords(day)}`))
  const more = count - said.length
  return said.join('; ') + (more > 0 ? `; and ${more} more` : '')
}

const closedDaysSaid = 3

function closedDaysInWords(days: readonly ClosedDay[]): string {
  const said = days
    .slice(0, closedDaysSaid)
    .map(({ day, closedFor }) => dayInWords(day) + (closedFor === null ? '' : ` (${closedFor})`))
  const more = days.length - said.length
  return said.join(', ') + (more > 0 ? ` and ${counted(more, 'other day')}` : '')
}

const idsSaid = 3

function idsInWords(missing: readonly string[]): string {
  const more = missing.length - idsSaid
  return missing.slice(0, idsSaid).join(', ') + (more > 0 ? ` and ${counted(more, 'other')}` : '')
}

const hoursInWords = ({ from, to }: Clash) => `${timeInWords(from)} to ${timeInWords(to)}`

const sentences = {
  not_found: {
    'no-such-address': 'There is no such address in this API.',
    'not-in-bin': 'This is not in the bin. Somebody may have restored it already.',
    'event-unknown': 'There is no such event in our calendar.',
    'picture-link-over':
      'This address is good for an hour only. Please open the picture from the back office again.',
    'course-gone': 'This class is no longer offered. Please choose another one.',
    'receipt-unknown': 'There is no such payment.',
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
    'asked-order-over': 'This link has expired, and nothing was ordered. Please order again.',
    'asked-over':
      'This link held no seat in time, or what it asked for was taken back. Please choose a date and ask again.',
    'hold-unknown': 'We do not know this seat any more. Please choose it again.',
    'roster-seat-unknown': 'We could not find this seat.',
    'batch-unknown': 'We could not find this batch.',
    'room-gone': 'This room is no longer there. Somebody may have deleted it.',
    'person-unknown': 'Nothing is kept here of this name, address or number.',
    'order-unknown': 'There is no such order.',
    'charge-unknown': 'There is no such fee.',
    'recipient-gone': 'This recipient is not among yours any more.',
    'receipt-link-unknown':
      'This link no longer leads anywhere. If you have a newer letter from us, please use its link.',
    'gift-unknown': 'This link no longer leads anywhere. Please ask whoever sent it to you for a new one.',
    'no-such-product': 'We do not have this one any more. Please look for another one in the store.',
    'product-not-offered': 'This is not offered any more, or not in this size. Please choose something else.',
    'cart-line-gone': 'This is not in your cart any more.',
    'flower-gone': 'This flower is no longer there. Somebody may have deleted it.',
    'no-answer-under-key': 'We have answered nothing under this key.',
    'recipe-gone': 'This recipe is no longer there. Somebody may have deleted it.',
    'person-gone': 'We could not find this person. The record may have been deleted.',
    'join-unknown': 'This join is undone already.',
    'import-unknown': 'This import is not on the list any more.',
    'line-gone': 'This line is not on the list any more.',
  },
  bad_request: {
    'no-such-page': 'That page of the list does not exist. Please go back to its first page.',
    'bad-idempotency-key': 'The Idempotency-Key is not one we can use.',
  },
  forbidden: {
    'order-not-shown':
      'Only whoever ordered can see where it goes. Please use the link in our letter, sign in, or open this page in the browser that ordered.',
    'role-may-not': ({ right }: { right: Right }) => `Only ${whoHas(right)} may do this.`,
    'form-of-another-site':
      'This form was sent from another site. Please open our page and send it from there.',
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
    'group-large': ({ max }: { max: number }) =>
      max === 1
        ? 'Seats are taken one by one here. Please call us if you come with others.'
        : `You can take at most ${max} seats in one go. Please call us if you come with more.`,
    'pictures-of-network':
      'Many pictures came from your network today. Please remove the picture and send your request without it, or try again tomorrow.',
    'pictures-of-all':
      'We cannot take more pictures just now. Please remove the picture and send your request without it.',
    'holds-unproved':
      'We can’t hold that much before you confirm your email. Please try again with fewer seats or without a code, or call us.',
    'time-unproved': 'Please open the link in our email first. Then we can hold this time for you.',
    'links-of-network': ({ phone }: { phone: string }) =>
      `We have mailed many links to your network today and cannot send another. Please call us at ${phone}, and we will arrange it for you.`,
    // The message is the same whether anything is held or not, so that a stranger cannot learn who has ordered.
    'order-maybe-held':
      'If unpaid orders or seats are held with these details, their links were mailed. Please pay for one, or open the link in its letter, and then place this order again.',
    'passkeys-full': ({ max }: { max: number }) =>
      `You have ${max} passkeys already. Please remove one first.`,
    'favourites-full': ({ max }: { max: number }) =>
      `You can keep at most ${max} favourites. Please remove some first.`,
    'recipients-full': ({ max }: { max: number }) =>
      `You can keep at most ${max} recipients. Please delete one first.`,
    'reminders-full': ({ max }: { max: number }) =>
      `We remind you of ${max} days of the year at most. Please end one first, by the link in its letter.`,
    'cart-full': ({ max }: { max: number }) =>
      `A cart holds ${max} different things at most. Please take one out first, or order these first.`,
    'cart-line-full': ({ max }: { max: number }) =>
      `A cart holds ${max} of one thing at most. Please write to us if you would like more.`,
    'impacts-full': 'Maximum of 4 impacts allowed. Delete an existing impact to add a new one.',
  },
  validation_failed: {
    'instructor-needed': 'Please choose the instructor whose account this is.',
    'password-of-school': 'Please choose a password without the name of the school in it.',
    'password-of-name': 'Please choose a password without your name in it.',
    'password-of-email': 'Please choose a password without your e-mail address in it.',
    'password-common':
      'This password is among the first that are guessed. Please choose another; a short sentence is easy to keep in mind.',
    'password-wrong': 'That is not your current password.',
    'address-own': 'This is the address of your account already.',
    'sort-unknown': 'Classes can be sorted by newest, title or -title.',
    'day-taken': 'This class already has a batch on that day. Please choose another day.',
    'seat-reason-missing':
      'Please say why: another price, a seat beyond the capacity, or somebody before others who wait.',
    'day-kept':
      'A batch on that day was cancelled or deleted, and its seats are kept. Please choose another day, or add a batch on that day.',
    'enquiry-day-over': 'Please choose a day to come.',
    'enquiry-day-closed': ({ day, closedFor }: { day: string; closedFor: string }) =>
      `We are closed on ${dayInWords(day)} (${closedFor}). Please choose another day.`,
    'slot-other-way':
      'Please choose a time of the same kind: a pickup stays a pickup, a delivery a delivery.',
    'letter-without-readers': 'Nobody would get this letter. Please choose others.',
    'batch-meets': 'Its sessions say when this batch begins. Please change the sessions.',
    'meeting-twice': 'Two sessions of this batch meet at the same time.',
    'school-closed': (days: readonly ClosedDay[]) =>
      `The school is closed on ${closedDaysInWords(days)}. Please choose another day, or say that the batch meets anyway.`,
    'room-taken': ({ room, ...clash }: Clash & { room: string }) =>
      `${room} is taken then: ${clash.what}, ${dayInWords(clash.day)}, ${hoursInWords(clash)}.`,
    'instructor-taken': ({ instructor, ...clash }: Clash & { instructor: string }) =>
      `${instructor} teaches then: ${clash.what}, ${dayInWords(clash.day)}, ${hoursInWords(clash)}.`,
    'room-unknown': 'Please choose a room that is still there.',
    'instructor-unknown': 'Please choose an instructor who is still there.',
    'room-known': ({ name }: { name: string }) => `There is a room ${name} already.`,
    'batch-has-students': 'Students have seats in this batch. Please choose today or a later day.',
    'capacity-below-seats': ({ taken }: { taken: number }) =>
      `${taken === 1 ? '1 seat is' : `${taken} seats are`} already taken. Please choose a capacity of ${taken} or more.`,
    'slug-taken': 'Another product has this address. Please choose another one.',
    'original-price-low': 'The original price must be above the price',
    'product-unknown': 'There is no product with this id.',
    'coupon-known': ({ code }: { code: string }) => `There is a coupon ${code} already.`,
    'coupon-needs-percent': 'Enter the percentage off',
    'coupon-needs-rupees': 'Enter the amount off',
    'coupon-needs-items': ({ scope }: { scope: string }) =>
      `Please choose the ${scope} that this coupon is for`,
    'coupon-items-unknown': ({ scope, ids }: { scope: string; ids: readonly string[] }) =>
      `There is no ${scope === 'courses' ? 'course' : 'product'} with the id ${idsInWords(ids)}. Please choose from those that are there.`,
    'coupon-no-delivery': 'A course has no delivery. Please choose something else that this coupon is for.',
    'coupon-ends-early': 'The last day must not be before the first',
    'coupon-uses-below': ({ uses }: { uses: number }) =>
      `${counted(uses, 'use')} of this coupon ${uses === 1 ? 'counts' : 'count'} already. Please allow ${uses} or more.`,
    'recipe-of-nothing':
      'Please choose a product, with one of its sizes where it has any, or a class that is still there.',
    'flower-unknown': 'Please choose flowers that are still there.',
    'cart-empty': 'There is nothing in your cart.',
    'credit-over': 'The last day must be today or later',
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
    'person-unchosen':
      'Only other people’s entries could mean this person. Please choose which ones do, and try again.',
    'person-words-gone': 'One of these entries has changed. Please look the person up again.',
    'others-of-ended': 'This seat is not held any more, so nobody can be added to it.',
    'others-of-paid':
      'This seat is paid for, or its payment is being checked. Please take a seat of their own for whoever else comes.',
    'others-unproved': 'Please open the link in our letter first; then you can add a person.',
    'names-closed': 'This batch has begun. Please tell us at the school who comes.',
    'names-of-ended': 'This seat is not held any more, so nobody can be named for it.',
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
    'nothing-to-pay-yet':
      'This class has no date yet, so nothing is to be paid. We write to you as soon as there is one.',
    'seat-not-let-go':
      'This seat is paid for, or its payment is being checked. Please call us, and we settle it with you.',
    'seats-free': 'There are still seats in this batch. You can enrol right away.',
    'place-unconfirmed': 'Your place counts once it is confirmed. Please confirm it first.',
    'place-waits': 'There is no free seat for you yet. We write to you as soon as it is your turn.',
    'place-left': 'You have left this list. You can join it again from the course’s page.',
    'offer-over': ({ until }: { until: string }) =>
      `This offer ended on ${instantInWords(until)}, and the seat went to the next person. You can join the list again from the course’s page.`,
    'student-known': 'A student with this address is already written down.',
    'post-address-taken': 'Another post has, or had, this address. Please choose another one.',
    'hours-known': ({ day }: { day: string }) => `${day} has its hours already. Please edit those instead.`,
    'pincode-known': ({ pincode, zone }: { pincode: string; zone: string }) =>
      `${pincode} is in the zone ${zone} already. Please take it out there first.`,
    'slot-known': 'There is a slot of this name, type and hours already.',
    'delivery-day-known': ({ day }: { day: string }) =>
      `${dayInWords(day)} is on the list already. Please edit it instead.`,
    'price-known': 'There is a price for this slot again. Please edit that one instead.',
    'letter-out-of-date': 'The code in this letter is no longer good. Please have a new one asked for.',
    'letter-confidential': 'A code cannot be sent again. Please have a new one asked for.',
    'chat-by-hand': 'This message waits for you: open the chat, send it there, and mark it as sent.',
    'message-withdrawn': 'This message was taken back: what it says is no longer so.',
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
    'seat-price-ended': 'This seat has ended, so its price stays as it was.',
    'receipt-gone': 'This was taken back already. Please refresh the list.',
    'refund-above': ({ mostInPaise }: { mostInPaise: number }) =>
      `At most ${amountInWords(mostInPaise)} can be sent back.`,
    'no-unseated-money': 'There is no money without a seat here any more. Please refresh the list.',
    'seat-hold-over': 'The hold on this seat has ended and nothing was paid, so there is no seat to move.',
    'batch-cancelled': 'This batch is cancelled. Please add one on its day instead.',
    'batch-undated':
      'This batch has no date yet, so it cannot be cancelled. Please cancel the places in it one by one.',
    'batch-over': 'This batch is over.',
    'move-impossible': 'A seat can only move to a batch of the same class that is not over.',
    'move-price-differs': ({ hereInPaise, thereInPaise }: { hereInPaise: number; thereInPaise: number }) =>
      `A seat costs ${amountInWords(thereInPaise)} there, and ${amountInWords(hereInPaise)} here. Please choose what is to be paid.`,
    'person-same': 'These are one person already.',
    'import-taken-back': 'This import was taken back already.',
    'waiting-over': 'This place on the waiting list is not open any more. Please refresh the roster.',
    'waiting-elsewhere': 'This place on the waiting list is in another batch.',
    'seat-note-changed': ({ note }: { note: string | null }) =>
      `Somebody changed this note meanwhile. It now reads: ${note ?? '(empty)'}`,
    'seat-person-changed':
      'Somebody corrected this meanwhile. Please look at what stands there now, and correct it again.',
    'seat-without-letters': 'This seat is no longer held, so there is no letter about it to send again.',
    'statement-overlap': ({ count, fileName }: { count: number; fileName: string }) =>
      count === 1
        ? `1 payment looks like one in ${fileName}. Is it the same payment?`
        : `${count} payments look like payments in ${fileName}. Are they the same payments?`,
    'payment-reference-known':
      'This reference stands for a sum that is recorded already. Please check it, or leave it empty.',
    'payment-reference-taken':
      'This payment reference is already recorded for somebody else. Please check it and try again.',
    'product-in-stock': 'It is back already: you can order it now.',
    'order-paid':
      'This order is paid already. If this is a second payment, please send it back and note the refund.',
    'gift-told': 'We have your message already. For anything else, please call us.',
    'gift-over': 'This has been delivered or cancelled. For anything else, please call us.',
    'order-asked':
      'Please open the link in our email first. We hold nothing for you until then, so please don’t pay yet.',
    'asked-order-gone':
      'Some of your flowers or your delivery time are no longer available, so we couldn’t place this order. Please order again.',
    'order-cancelled': 'This order was cancelled. Please contact the school.',
    'no-order-money': 'There is no money without an order here any more. Please refresh the list.',
    'order-cancel-late': ({ sentence }: { sentence: string }) =>
      `${sentence}. Please call us, and we see what we can do.`,
    'concern-early': ({ phone }: { phone: string }) =>
      `This order has not been delivered yet. If it is late, please call us at ${phone}.`,
    'concern-late': ({ until, phone }: { until: string; phone: string }) =>
      `We took concerns about this order until ${until}. Please call us at ${phone}, and we see what we can do.`,
    'concern-many': ({ phone }: { phone: string }) =>
      `We have what you told us about this order. Please call us at ${phone} about anything else.`,
    'reminder-unconfirmed': 'We can remind you of this day once the order is confirmed.',
    'order-card-printed': 'The card is written already. Please call us, and we see what we can do.',
    'order-being-made':
      'Your flowers are being made, so this can no longer be changed here. Please call us, and we see what we can do.',
    'delivery-other-fee': ({ feeInPaise }: { feeInPaise: number }) =>
      `The delivery would cost ${amountInWords(feeInPaise)} then. Please call us, and we change it for you.`,
    'charge-without-try':
      'A fee for the next try can be charged once a try has reached nobody, and once for each.',
    'charge-open': 'There is an open fee for this order. Please waive that one first.',
    'charge-over': 'This order is not on its way to anybody, so there is no next try to charge for.',
    'charge-paid': 'This fee is paid already.',
    'charge-without-money': 'There is no money of this fee to give back.',
    'charge-waived': 'You need not pay this fee any more. Nothing was charged.',
    'charge-ended': 'This fee is paid or waived already.',
    'credit-fixed':
      'A store credit stays worth what it is. Please change its last day, its note, or switch it off.',
    'credit-unpaid': 'This order is not paid. Please give a credit for one that is.',
    'credit-above': ({ leftInPaise }: { leftInPaise: number }) =>
      leftInPaise > 0
        ? `The credits for an order are at most what was paid for it. Please give ${amountInWords(leftInPaise)} or less.`
        : 'Nothing is left of what was paid for this order.',
    'credit-given':
      'Store credit was given for what was paid here. Please delete that code first, or leave the payment.',
    'credit-back-above':
      'This credit is more than is left of what was paid for its order. Please leave it in the bin.',
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
  already_enrolled: {
    'seat-held': ({ reference }: { reference: string }) =>
      `You hold a seat already (${reference}): pay for it, or add a person.`,
    'seat-free-held': ({ reference }: { reference: string }) =>
      `You have a seat already (${reference}). There is nothing to pay for it.`,
    'unpaid-many': ({ max }: { max: number }) =>
      `You hold ${max} unpaid seats or orders already. Please pay for one, or open the link in one of its letters, and try again.`,
    // The message is the same whether a seat is held or not, so that a stranger cannot learn who has enrolled.
    'seat-maybe-held': 'If a seat is held with these details, its link was mailed.',
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
    /** `isGone` is true if nothing is left of any named product. */
    'lines-out-of-stock': ({ names, isGone }: { names: readonly string[]; isGone: boolean }) =>
      names.length === 0
        ? 'Something in your order is no longer offered. Please look at your cart.'
        : isGone
          ? `There is no more of ${names.join(', ')} just now. Please choose something else.`
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
    'seats-few': ({ left }: { left: number }) =>
      plural(left, {
        one: 'Only 1 seat is left in this batch. Ask for 1, or choose another date.',
        other: `Only ${left} seats are left in this batch. Ask for ${left} or fewer, or choose another date.`,
      }),
    'hold-over':
      'The hold on your seat has ended and there is no seat left. Nothing was charged. Please choose another batch.',
    'payment-late':
      'Your payment arrived after the hold on your seat had ended, and there is no seat left. We will call you about another batch or your money back.',
    'booking-without-seat': ({ reference, batch }: { reference: string; batch: BatchState }) =>
      `${seatless[batch] ?? 'The time to pay had ended and the last seat went to somebody else.'} If you have paid, your money is not lost: we look for it under ${reference}, and call you about another date or send it back. If you have not paid, you owe nothing.`,
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
    'studio-closed': ({ weekday }: { weekday: string }) => `The studio is closed on ${weekday}s`,
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
    'person-only-live': ({ live }: { live: readonly string[] }) =>
      `Nothing else of theirs is left to erase. ${live.join(' ')}`,
    'person-live': ({ live }: { live: readonly string[] }) =>
      `Something of theirs is still under way. ${live.join(' ')} Do that first, or erase the rest now.`,
    'flower-in-recipes': ({ recipes }: { recipes: number }) =>
      `This flower is in ${counted(recipes, 'recipe')} and cannot be deleted. Please take it out of ${recipes === 1 ? 'it' : 'them'} first.`,
    'batch-has-places':
      'People have reserved places in this class and wait for a date. Please give the batch a day, or cancel their places first.',
    'batch-has-seats': ({ seats }: { seats: number }) =>
      `This batch has ${counted(seats, 'seat')} taken and cannot be deleted. Please move those students, or cancel the batch.`,
    'room-in-use': ({ batches, named }: { batches: number; named: readonly NamedBatch[] }) =>
      `${counted(batches, 'batch', 'batches')} that ${batches === 1 ? 'is' : 'are'} not over ${batches === 1 ? 'meets' : 'meet'} in this room: ${batchesInWords(batches, named)}. Please choose another room there first.`,
    'course-has-paid-seats': ({ seats }: { seats: number }) =>
      `This class has ${counted(seats, 'paid seat')} in a batch that is not over and cannot be deleted. Please move or cancel those students first.`,
    'instructor-teaches': ({
      name,
      batches,
      named,
    }: {
      name: string
      batches: number
      named: readonly NamedBatch[]
    }) =>
      `${name} teaches what is still to come: ${batchesInWords(batches, named)}. Please say who takes over.`,
    'course-has-places': ({ places }: { places: number }) =>
      `${counted(places, 'person has', 'people have')} reserved a place in this class and ${places === 1 ? 'waits' : 'wait'} for a date. Please cancel ${places === 1 ? 'the place' : 'their places'} first, so that they are told.`,
    'course-has-held-seats': ({ seats }: { seats: number }) =>
      `This class has ${counted(seats, 'seat')} on hold for payment and cannot be deleted yet. Please try again when they are paid or have expired.`,
  },
  batch_changed: {
    'batch-moved': ({ day }: { day: string }) =>
      `The next batch now begins on ${dayInWords(day)}. Please check the new date and try again.`,
    'seat-elsewhere': ({ day }: { day: string }) =>
      `Your seat is in the batch of ${dayInWords(day)}. Please choose your date once more.`,
    'batch-terms-changed':
      'This batch has just been changed. Please look at its date and price again, and confirm once more.',
    'batch-not-sold': ({
      day,
      state,
      isOtherOpen,
    }: {
      day: string | null
      state: UnsoldState
      isOtherOpen: boolean
    }) =>
      `${unsold[state](day === null ? '' : ` of ${dayInWords(day)}`)} ${isOtherOpen ? 'Please choose one of the open dates.' : 'No other date is open just now; call us, and we tell you of the next one.'}`,
  },
}

type UnsoldState = Exclude<BatchState, 'open' | 'full' | 'hidden'>
const unsold: Record<UnsoldState, (ofDay: string) => string> = {
  closed: (ofDay) => `Enrolment for the batch${ofDay} is closed.`,
  running: (ofDay) => `The batch${ofDay} has begun.`,
  over: (ofDay) => `The batch${ofDay} is over.`,
  cancelled: (ofDay) => `The batch${ofDay} does not take place.`,
}

/**
 * The reason why a booking that was paid late has no seat. If the batch's state is not in this table, somebody else
 * took the seat.
 */
const seatless: Partial<Record<BatchState, string>> = {
  closed: 'The time to pay had ended and enrolment for this batch is closed.',
  hidden: 'The time to pay had ended and enrolment for this batch is closed.',
  running: 'The time to pay had ended and the batch has begun.',
  over: 'The time to pay had ended and the batch is over.',
  cancelled: 'This batch does not take place any more.',
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
export type FactsOf<R extends Reason> =
  SentenceOf<R> extends (facts: infer Facts) => string ? Facts : undefined

export const refusals = Object.fromEntries(
  Object.entries(sentences).flatMap(([code, reasons]) =>
    Object.entries(reasons).map(([reason, sentence]) => [reason, { code, sentence }]),
  ),
) as { [R in Reason]: { code: CodeOf<R>; sentence: string | ((facts: never) => string) } }
