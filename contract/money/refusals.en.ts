// Refusals about payments, bank statements and coupons, in English.

import { idList } from '../lists.en.ts'
import { plural } from '../plural.ts'
import { amountInWords, dayInWords } from '../words.ts'

export const refusals = {
  not_found: {
    'receipt-unknown': 'We couldn’t find this payment.',
    'receipt-link-unknown': 'This link no longer works. Use the link in our latest e-mail.',
    'line-gone': 'This line is no longer on the list. Refresh the list.',
    'coupon-gone': 'This coupon no longer exists. Someone may have deleted it.',
  },
  validation_failed: {
    'coupon-known': ({ code }: { code: string }) => `There is already a coupon ${code}.`,
    'coupon-needs-percent': 'Enter the percentage off',
    'coupon-needs-rupees': 'Enter the amount off',
    'coupon-needs-items': ({ scope }: { scope: 'categories' | 'products' }) =>
      ({
        categories: 'Choose the categories that this coupon is for',
        products: 'Choose the products that this coupon is for',
      })[scope],
    'coupon-items-unknown': ({ scope, ids }: { scope: string; ids: readonly string[] }) =>
      scope === 'courses'
        ? `There is no class with the id ${idList(ids)}. Choose from the list.`
        : `There is no product with the id ${idList(ids)}. Choose from the list.`,
    'coupon-no-delivery': 'Classes have no delivery. Choose something else for this coupon.',
    'coupon-ends-early': 'Choose a last day that isn’t before the first day',
    'coupon-uses-below': ({ uses }: { uses: number }) =>
      plural(uses, {
        one: 'This coupon has already been used once. Allow 1 use or more.',
        other: `This coupon has already been used ${uses} times. Allow ${uses} uses or more.`,
      }),
  },
  conflict: {
    'not-at-school': 'You can’t pay at the school now. Choose another way to pay, or contact us.',
    'no-account-to-pay': 'We can’t take this payment online now. If you’ve already paid, contact us.',
    'nothing-held-to-pay': 'There’s nothing left to pay, or it’s no longer held. Refresh this page.',
    'paid-by-other-reference': ({ reference }: { reference: string | null }) =>
      reference === null
        ? 'A payment for this seat is already recorded. It has no reference.'
        : `A payment for this seat is already recorded. Its reference is ${reference}.`,
    'receipt-gone': 'This payment has already been reversed. Refresh the list.',
    'refund-above': ({ mostInPaise }: { mostInPaise: number }) =>
      `You can refund at most ${amountInWords(mostInPaise)}.`,
    'refund-changed': ({ waitsInPaise }: { waitsInPaise: number }) =>
      `${amountInWords(waitsInPaise)} is due for refund now. Refresh the page, check the amount, and try again.`,
    'payment-reference-known':
      'A payment with this reference is already recorded. Check the reference, or leave it blank.',
    'payment-reference-taken':
      'This payment reference is already recorded for someone else. Check it and try again.',
    'statement-overlap': ({ count, fileName }: { count: number; fileName: string }) =>
      plural(count, {
        one: `1 payment looks like one in ${fileName}. Is it the same payment?`,
        other: `${count} payments look like payments in ${fileName}. Are they the same payments?`,
      }),
    'line-decided': 'Someone has already settled or closed this line. Refresh the list.',
    'credit-fixed':
      'You can’t change what a store credit is worth. You can change its last day or note, or switch it off.',
    'coupon-known-again': ({ code }: { code: string }) =>
      `Another coupon now has the code ${code}. Change that coupon’s code first.`,
  },
  coupon_invalid: {
    'coupon-unknown': 'We don’t know this code, or it’s no longer offered. Check the spelling.',
    'coupon-early': ({ day }: { day: string }) => `You can use this code from ${dayInWords(day)}.`,
    'coupon-over': ({ day }: { day: string }) =>
      `This code was valid until ${dayInWords(day)}. Use another code, or continue without one.`,
    'coupon-used-up':
      'This code has been used up. It can be used again if an order with it isn’t paid in time.',
    'coupon-below': ({ minimumInPaise }: { minimumInPaise: number }) =>
      `Spend ${amountInWords(minimumInPaise)} or more to use this code.`,
    'coupon-for-courses': 'This code is for our courses only.',
    'coupon-for-store': 'This code is for our flower store only.',
    'coupon-takes-nothing': 'This code doesn’t apply to anything here.',
    'coupon-for-nothing': 'There’s nothing in your cart to discount yet.',
  },
  amount_differs: {
    'another-sum': ({ cameInPaise, dueInPaise }: { cameInPaise: number; dueInPaise: number }) =>
      `${amountInWords(cameInPaise)} was received, but ${amountInWords(dueInPaise)} is due.`,
  },
}
