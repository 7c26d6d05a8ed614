import { keptKey } from '../../lib/kept-key.ts'

/** Of the order that was sent and whose answer has not come. */
export const orderKey = keptKey('checkoutKey')
