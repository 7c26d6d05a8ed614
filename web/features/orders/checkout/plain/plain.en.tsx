// The texts of the checkout without scripts in English.

import type { ReactNode } from 'react'

type LinkTo = (text: ReactNode) => ReactNode

export const productGone = 'This product is no longer available'
export const productGoneLead = ({ callOrChat }: { callOrChat: ReactNode }) => (
  <>Choose something else from the store, or {callOrChat}.</>
)
export const visitStore = 'Visit the store'
export const soldOut = ({ storeLink }: { storeLink: LinkTo }) => (
  <>This is sold out at the moment. {storeLink('Choose something else')}</>
)

export const chosenTimeLost = 'The time you chose is no longer available. Choose another below.'
export const checkDetails = 'Check these details.'
export const notReceived = 'We haven’t received your order yet. Press the button again.'
export const placedBefore =
  'You’ve already placed an order with this form, with different details, and we’ve e-mailed you about it. To place another order, press the button again.'
export const typedIsKept = 'We’ve kept what you typed.'
export const chooseSomethingElse = 'Choose something else'

export const showTimes = 'Show days and times'
export const notDelivered = ({ callOrChat }: { callOrChat: ReactNode }) => (
  <>We may still be able to help. Please {callOrChat}. You can also collect the flowers from our studio.</>
)
export const daysNotLoaded = 'We couldn’t load the delivery days. Press the button again.'
export const chooseTime = 'Choose a day and time.'
export const chosenTimeTo = ({ time, pincode }: { time: ReactNode; pincode: string }) => (
  <>
    {time}, to {pincode}
  </>
)
export const changeTime = 'Change the day, time or place'
export const dayAndTime = 'Day and time'
export const noTimes = 'No times are available on these days.'
export const selected = 'selected'

export const haveCode = 'I have a code'
export const code = 'Code'
export const apply = 'Apply'
export const chooseTimeAbove = 'Choose a day and time above.'
