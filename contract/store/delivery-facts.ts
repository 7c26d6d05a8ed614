import { enterPincode } from './fields.en.ts'

export const deliveryTypes = ['standard', 'express', 'midnight'] as const
export type DeliveryType = (typeof deliveryTypes)[number]

/** Six digits. A blank or a hyphen is allowed after the third digit, because some people write pincodes that way. */
export const pincodePattern = /^[1-9]\d{2}[ -]?\d{3}$/
export const pincodeSentence = enterPincode

/** The types of delivery, and `pickup`: the buyer fetches the order at the studio, without a fee. */
export const deliveryWays = [...deliveryTypes, 'pickup'] as const
export type DeliveryWay = (typeof deliveryWays)[number]
