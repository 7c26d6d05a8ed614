// The English texts of the dialog that changes an order.

import type { ReactNode } from 'react'

export const title = 'Check or change details'
export const lead = 'You can choose another address or time at the same delivery fee.'
export const onlyCardLead = 'We’re already making your flowers, so you can only change the card message.'
export const save = 'Save'
export const saved = 'Saved'
export const savedLead = 'We’ve updated your order.'

export const recipientName = 'Recipient’s name'
export const recipientPhone = 'Recipient’s phone'
export const address = 'Address'
export const area = 'Area'
export const landmark = 'Landmark (optional)'
export const pincode = 'Pincode'
export const deliveryTime = 'Delivery time'
export const collectionTime = 'Collection time'
export const noOtherTimes = 'No other times are available at this fee.'
export const timeOption = ({ day, name, hours }: { day: string; name: string; hours: string }) =>
  `${day}, ${name}, ${hours}`
export const cardMessage = 'Card message'
export const cardMessageHint = 'Leave blank for no card.'
export const anythingElse = ({ callOrChat }: { callOrChat: ReactNode }) => (
  <>To change anything else, please {callOrChat}.</>
)
