import { describe, expect, test } from 'vitest'
import { checkoutFormOf } from '../../../../contract/orders/store-orders.ts'
import { asksOf, isPickup, isToBeSaved, keptOf, orderBody, type Typed } from './typed.ts'

const plain: Typed = {
  way: 'deliver',
  day: '2026-03-04',
  slotId: 'afternoon',
  pincode: '600 004',
  isForMe: '',
  recipientName: 'Lakshmi',
  recipientPhone: '9876543210',
  address: '12, Kutchery Road',
  area: 'Mylapore',
  landmark: '',
  callsBuyer: '',
  occasion: '',
  cardMessage: '',
  hidesSender: '',
  requirements: '',
  customername: 'Meena Krishnan',
  email: 'meena@mail.example',
  phone: '+44 7700 900123',
  paymentMethod: 'UPI',
  substitution: 'ask',
  acceptsTerms: 'yes',
}

/** The sentences at the fields, as the form shows them. */
function refusalsOf(typed: Typed): Record<string, string> {
  const rules = checkoutFormOf({ isPickup: isPickup(typed), asks: asksOf(typed) })
  const { error } = rules.safeParse(orderBody(typed))
  return Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
}

describe('the checkout form', () => {
  test('an empty order for delivery is refused with an error message for each missing field', () => {
    expect(refusalsOf({ way: 'deliver' })).toEqual({
      day: 'Choose a day',
      slotId: 'Choose a time',
      pincode: 'Enter a pincode of six digits',
      recipientName: 'Enter the recipient’s name',
      recipientPhone: 'Enter the recipient’s phone number',
      address: 'Enter the address',
      area: 'Enter the area',
      customername: 'Enter your name',
      email: 'Email is required',
      phone: 'Enter your phone number',
      paymentMethod: 'Choose how you’d like to pay',
      substitution: 'Choose what we do if a flower isn’t available',
      acceptsTerms: 'Accept the terms to continue',
    })
  })

  test('the simplest delivery order needs eight typed fields and five choices', () => {
    const typed = [
      'pincode',
      'address',
      'area',
      'recipientName',
      'recipientPhone',
      'customername',
      'email',
      'phone',
    ]
    const presses = ['day', 'slotId', 'paymentMethod', 'substitution', 'acceptsTerms']
    expect(Object.keys(refusalsOf({ way: 'deliver' })).sort()).toEqual([...typed, ...presses].sort())
  })

  test.each<[string, string[], Typed]>([
    ['a complete delivery', [], {}],
    ['no landmark, occasion or card message', [], { landmark: '', occasion: '', cardMessage: '' }],
    [
      'the buyer as recipient',
      [],
      { isForMe: 'yes', recipientName: '', recipientPhone: '', phone: '9876543210' },
    ],
    [
      'the buyer as recipient and a phone number from abroad',
      ['recipientPhone'],
      { isForMe: 'yes', recipientName: '', recipientPhone: '' },
    ],
    [
      'a pickup',
      [],
      { way: 'pickup', pincode: '', address: '', area: '', recipientName: '', recipientPhone: '' },
    ],
    ['a pincode with letters', ['pincode'], { pincode: '60000A' }],
    ['a recipient abroad', ['recipientPhone'], { recipientPhone: '+447700900' }],
    ['251 letters on the card', ['cardMessage'], { cardMessage: 'm'.repeat(251) }],
    ['250 family emojis on the card', [], { cardMessage: '👨‍👩‍👧‍👦'.repeat(250) }],
    ['250 Tamil letters on the card', [], { cardMessage: 'கொ'.repeat(250) }],
    ['251 Tamil letters on the card', ['cardMessage'], { cardMessage: 'கொ'.repeat(251) }],
    ['terms that are not accepted', ['acceptsTerms'], { acceptsTerms: '' }],
  ])('the checkout form with %s has the refused fields %j', (_, refused, changed) => {
    expect(Object.keys(refusalsOf({ ...plain, ...changed }))).toEqual(refused)
  })
})

test.each<[string, boolean, Typed]>([
  ['a delivery', true, {}],
  ['a pickup', false, { way: 'pickup' }],
  ['an order for the buyer', false, { isForMe: 'yes' }],
  ['an order without the tick', false, { savesRecipient: '' }],
])('the recipient of %s is saved: %s', (_, isSaved, changed) => {
  const typed = { ...plain, savesRecipient: 'yes', ...changed }
  expect(isToBeSaved(typed)).toBe(isSaved)
  expect(Object.keys(orderBody(typed))).not.toContain('savesRecipient')
})

describe('the order that is sent', () => {
  test('the order that is sent has ticked checkboxes as true and leaves out empty fields', () => {
    const order = orderBody({ ...plain, hidesSender: 'yes' })
    expect(order).toMatchObject({ hidesSender: true, acceptsTerms: true, pincode: '600 004' })
    expect(Object.keys(order)).not.toContain('way')
    expect(Object.keys(order)).not.toContain('landmark')
    expect(Object.keys(order)).not.toContain('callsBuyer')
  })

  test('an order for pickup or for the buyer leaves out the recipient fields that were typed before', () => {
    const pickup = orderBody({ ...plain, way: 'pickup', callsBuyer: 'yes' })
    for (const name of [
      'pincode',
      'address',
      'area',
      'recipientName',
      'recipientPhone',
      'callsBuyer',
      'isForMe',
    ]) {
      expect(pickup).not.toHaveProperty(name)
    }
    const ticked: Typed = { ...plain, isForMe: 'yes', callsBuyer: 'yes', hidesSender: 'yes' }
    const own = orderBody({ ...ticked, phone: '9876543210' })
    expect(own).toMatchObject({ isForMe: true, address: '12, Kutchery Road' })
    for (const name of ['recipientName', 'callsBuyer', 'hidesSender']) expect(own).not.toHaveProperty(name)
    expect(orderBody({ ...ticked, way: 'pickup' })).toMatchObject({ hidesSender: true })
  })

  test('the browser tab keeps the typed order except the accepted terms', () => {
    expect(keptOf(plain)).not.toHaveProperty('acceptsTerms')
    expect(keptOf(plain)).toMatchObject({ recipientName: 'Lakshmi', day: '2026-03-04' })
  })
})
