/** T§4: how an order reaches its recipient. */
export const deliveryTypes = ['standard', 'express', 'midnight'] as const
export type DeliveryType = (typeof deliveryTypes)[number]

/** Six digits of India; a blank after the third is how some people write it. */
export const pincodePattern = /^[1-9]\d{2}[ -]?\d{3}$/
export const pincodeSentence = 'Please enter a pincode of six digits, such as 600004'

/** How the buyer gets it; `pickup` is at the studio, without a fee. */
export const deliveryWays = [...deliveryTypes, 'pickup'] as const
export type DeliveryWay = (typeof deliveryWays)[number]
