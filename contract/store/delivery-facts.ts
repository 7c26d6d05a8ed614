export const deliveryTypes = ['standard', 'express', 'midnight'] as const
export type DeliveryType = (typeof deliveryTypes)[number]

/** It takes six digits of India, with a blank or a hyphen after the third, because some people write it so. */
export const pincodePattern = /^[1-9]\d{2}[ -]?\d{3}$/
export const pincodeSentence = 'Please enter a pincode of six digits, such as 600004'

/** `pickup` is at the studio, and has no fee. */
export const deliveryWays = [...deliveryTypes, 'pickup'] as const
export type DeliveryWay = (typeof deliveryWays)[number]
