// The texts of the checkout in English.

import type { ReactNode } from 'react'
import { plural } from '../../../../contract/plural.ts'

export const checkout = 'Checkout'
export const loadingOrder = 'Loading your order'
export const orderNotLoaded = 'We couldn’t load your order.'
export const openingPayment = 'Taking you to payment'
export const productGone = 'This product is no longer available'
export const productGoneLead = 'Choose something else from the store.'
export const cartEmpty = 'Your cart is empty'
export const cartEmptyLead = 'Add something from the store to check out.'
export const lookingForOrder = 'Looking for your order'
export const orderNotFound = 'We couldn’t check whether your order was placed.'
export const orderFound = 'Your order was placed'
export const orderFoundLead = 'Your earlier attempt went through.'

export const whereAndWhen = 'Where and when'
export const recipient = 'Recipient'
export const yourDetails = 'Your details'
export const payment = 'Payment'
export const notFilledIn = 'Not filled in yet'
export const forYou = 'For you'
export const quoted = ({ words }: { words: string }) => `“${words}”`
export const next = 'Continue'
export const change = 'Change'
export const givenPlace = ({ when, pincode }: { when: string; pincode: string }) => `${when} · ${pincode}`

export const deliveryOrCollection = 'Delivery or collection?'
export const ways = [
  { value: 'deliver', label: 'Delivery', detail: 'To an address in or around the city' },
  { value: 'pickup', label: 'Collection', detail: 'From our studio, free of charge' },
]
export const pincode = 'Pincode'
export const pincodeHint = 'Where the flowers are going'
export const deliversTo = ({ pincode, zone }: { pincode: string; zone: string }) =>
  `We deliver to ${pincode}, ${zone}.`
export const notDelivered = 'We may still be able to help. You can also collect the flowers from our studio.'
export const askUs = 'Ask us'
export const enterPincode = 'Enter a pincode to see delivery days and times.'
export const loadingDays = 'Loading delivery days'
export const daysNotLoaded = 'We couldn’t load the delivery days.'
export const checkConnection = 'Check your connection and try again.'
export const day = 'Day'
export const showLaterDays = 'Show later days'
export const timeOn = ({ day }: { day: string }) => `Time on ${day}`
export const dayAndNote = ({ day, note }: { day: string; note: string }) => `${day}, ${note}`
export const timesLeft = ({ count }: { count: number }) => `${count} left`

export const forMe = 'The flowers are for me'
export const recipientName = 'Recipient’s name'
export const recipientNameHint = 'As on the doorbell'
export const recipientPhone = 'Recipient’s phone'
export const recipientPhoneHint = 'We’ll call only if we can’t find the address.'
export const address = 'Address'
export const addressHint = 'Door number, building and street'
export const area = 'Area'
export const landmark = 'Landmark (optional)'
export const landmarkExample = 'Opposite the temple tank'
export const saveRecipient = 'Save this recipient'
export const saveRecipientHint = 'We’ll keep these details in your account for next time.'
export const callBuyer = 'Call me, not the recipient'
export const callBuyerHint = 'If we have a question on the way, we’ll call you so it stays a surprise.'
export const occasion = 'Occasion (optional)'
export const moreForDelivery = 'Add an occasion or a delivery note'
export const moreForUs = 'Add an occasion or a note for us'
export const noOccasion = 'No special occasion'
export const occasions = [
  'Birthday',
  'Anniversary',
  'Wedding',
  'A new baby',
  'Thank you',
  'Get well soon',
  'Congratulations',
  'Festival',
  'Sympathy',
  'Just because',
]
export const cardMessage = 'Card message'
export const cardMessageField = 'Card message (optional)'
export const cardMessageHint = ({ max }: { max: number }) => `Up to ${max} characters, in any language`
export const anonymous = 'Send anonymously'
export const anonymousHint = 'Your name won’t appear on the card or anything else the recipient sees.'
export const cardPlaceholder = 'Your message appears here'
export const characterCount = ({ count, max }: { count: number; max: number }) =>
  `${count} of ${max} characters`
export const cardTooLong = ({ over, max }: { over: number; max: number }) =>
  plural(over, {
    one: `${over} character over the limit of ${max}`,
    other: `${over} characters over the limit of ${max}`,
  })
export const cardTooLongAloud = ({ over }: { over: number }) =>
  plural(over, {
    one: `The card message is ${over} character too long`,
    other: `The card message is ${over} characters too long`,
  })
export const noteForUs = 'Note for us (optional)'
export const deliveryNote = 'Delivery note (optional)'
export const deliveryNoteExample = 'Please ring twice. The dog is friendly.'

export const yourName = 'Your name'
export const yourEmail = 'Your e-mail'
export const yourEmailHint = 'We’ll e-mail you when your flowers leave and when they arrive.'
export const yourPhone = 'Your phone'
export const yourPhoneHint = 'From abroad? Start with + and your country code.'

export const howToPay = 'How would you like to pay?'
export const payThere = 'You pay at the school. After you order, we’ll show you where and until when.'
export const substitution = 'If a flower isn’t available that morning'
export const substitutionHints = {
  'same-worth': 'Our florist will choose a substitute, so your order won’t be delayed.',
  ask: 'We’ll call you before we make it.',
  refund: 'We’ll deliver the rest.',
}
export const acceptTerms = (link: (text: ReactNode) => ReactNode) => <>I accept the {link('terms')}</>
export const placingOrder = 'Placing your order...'
export const notChargedYet = 'You won’t be charged until the next page. No account needed.'
export const chooseTimeAgain = 'Choose again under “Where and when”. We’ve kept what you typed.'
export const reviewItems = 'Check your items and try again. We’ve kept what you typed.'
export const reviewCode = 'Change or remove the code. We’ve kept what you typed.'
export const toCorrect = ({ count }: { count: number }) =>
  plural(count, {
    one: 'One detail is missing or wrong. It’s marked above.',
    other: `${count} details are missing or wrong. They’re marked above.`,
  })
export const totalNow = ({ total }: { total: string }) => `The total is now ${total}.`
