/** T§4: how an order reaches its recipient. */
export const deliveryTypes = ['standard', 'express', 'midnight'] as const
export type DeliveryType = (typeof deliveryTypes)[number]

/** How the buyer gets it; `pickup` is at the studio, without a fee. */
export const deliveryWays = [...deliveryTypes, 'pickup'] as const
export type DeliveryWay = (typeof deliveryWays)[number]
