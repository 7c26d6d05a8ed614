import { keptKey } from '../../../lib/kept-key.ts'

/** The key of an order that was sent and has no answer yet. */
export const orderKey = keptKey('checkoutKey')
