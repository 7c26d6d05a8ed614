// Refusals about products, carts, recipes and delivery, in English. Most refusals about delivery are shown beside a day
// or a time, and have no full stop.

import { plural } from '../plural.ts'
import { inARow } from '../words.ts'
import type { DeliveryType, DeliveryWay } from './delivery-facts.ts'

export const refusals = {
  not_found: {
    'product-gone': 'This product no longer exists. Someone may have deleted it.',
    'no-such-product': 'We no longer sell this. See what else is in the store.',
    'product-not-offered': 'This is no longer offered, or not in this size. Choose something else.',
    'cart-line-gone': 'This is no longer in your cart.',
    'recipient-gone': 'This recipient is no longer on your list.',
    'flower-gone': 'This flower no longer exists. Someone may have deleted it.',
    'recipe-gone': 'This recipe no longer exists. Someone may have deleted it.',
    'delivery-zone-gone': 'This zone no longer exists. Someone may have deleted it.',
    'delivery-slot-gone': 'This delivery time no longer exists. Someone may have deleted it.',
  },
  limit_reached: {
    'favourites-full': ({ max }: { max: number }) =>
      `You can save at most ${max} favourites. Remove some first.`,
    'recipients-full': ({ max }: { max: number }) =>
      `You can save at most ${max} recipients. Delete one first.`,
    'cart-full': ({ max }: { max: number }) =>
      `Your cart can have at most ${max} different items. Remove one first, or order these first.`,
    'cart-line-full': ({ max }: { max: number }) =>
      `Your cart can have at most ${max} of one item. If you’d like more, please write to us.`,
  },
  validation_failed: {
    'slug-taken': 'Another product uses this address. Choose a different address.',
    'original-price-low': 'Enter an original price above the price',
    'product-unknown': 'There is no product with this id.',
    'recipe-of-nothing': 'Choose a product or class from the list. If the product has sizes, choose one.',
    'flower-unknown': 'One of these flowers has been deleted. Choose others.',
    'cart-empty': 'Your cart is empty.',
  },
  conflict: {
    'product-in-stock': 'It’s back in stock. You can order it now.',
    'pincode-known': ({ pincode, zone }: { pincode: string; zone: string }) =>
      `${pincode} is already in the zone ${zone}. Remove it there first.`,
    'slot-known': 'There is already a delivery time with this name, type and hours. Change one of them.',
    'flower-known': 'There is already a flower with this name. Choose another name.',
    'recipe-known': 'A recipe for this already exists. Edit that recipe instead.',
  },
  out_of_stock: {
    /** `isGone` is true if none of the named products has any stock left. */
    'lines-out-of-stock': ({ names, isGone }: { names: readonly string[]; isGone: boolean }) => {
      if (names.length === 0) return 'An item in your order is no longer offered. Check your cart.'
      return isGone
        ? `We’re out of ${inARow(names)} right now. Choose something else.`
        : `We don’t have enough ${inARow(names)} left. Choose fewer.`
    },
    'product-sold-out': ({ name }: { name: string }) =>
      `We’re out of ${name} right now. Choose something else.`,
  },
  undeliverable: {
    'pincode-missing': 'Enter a pincode to see if we deliver there',
    'pincode-outside': ({ pincode }: { pincode: string }) => `We don’t deliver to ${pincode} yet`,
    'way-refused': ({ way }: { way: DeliveryWay }) =>
      ({
        standard: 'Not available for standard delivery',
        express: 'Not available for express delivery',
        midnight: 'Not available for midnight delivery',
        pickup: 'Not available for collection',
      })[way],
    'way-missing-there': ({ way, pincode }: { way: DeliveryType; pincode: string }) =>
      ({
        standard: `No standard delivery to ${pincode}`,
        express: `No express delivery to ${pincode}`,
        midnight: `No midnight delivery to ${pincode}`,
      })[way],
  },
  slot_closed: {
    'slot-withdrawn': 'This delivery time is no longer offered. Choose another one.',
    'delivery-day-over': 'This day has passed',
    'day-far': ({ daysAhead }: { daysAhead: number }) =>
      plural(daysAhead, {
        one: 'You can order 1 day ahead',
        other: `You can order up to ${daysAhead} days ahead`,
      }),
    'day-closed': ({ closedFor }: { closedFor: string }) => `Closed for ${closedFor}`,
    'evening-closed': ({ closedFor }: { closedFor: string }) =>
      `We’re closed for ${closedFor} the evening before`,
    'studio-closed': ({ weekday }: { weekday: string }) => `The studio is closed on ${weekday}s`,
    'lead-over': ({ leadDays }: { leadDays: number }) =>
      plural(leadDays, {
        one: 'Order this at least a day ahead',
        other: `Order this at least ${leadDays} days ahead`,
      }),
    'same-day-over': ({ hour }: { hour: string }) => `Orders for today close at ${hour}`,
    'day-before-over': ({ hour }: { hour: string }) => `Orders for tomorrow close at ${hour} today`,
    'yesterday-over': ({ slot, hour }: { slot: string; hour: string }) =>
      `Orders for ${slot} closed at ${hour} yesterday`,
  },
  slot_full: {
    'slot-full': 'Full',
  },
  in_use: {
    'flower-in-recipes': ({ recipes }: { recipes: number }) =>
      plural(recipes, {
        one: 'This flower is in 1 recipe, so you can’t delete it. Remove it from the recipe first.',
        other: `This flower is in ${recipes} recipes, so you can’t delete it. Remove it from them first.`,
      }),
  },
}
