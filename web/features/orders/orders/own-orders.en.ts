// The texts of the list of somebody's own orders in English.

export const notLoaded = 'We couldn’t load your orders.'
export const loading = 'Loading your orders'
export const noOrders = 'No orders yet'
export const noOrdersLead = 'Orders you place while signed in appear here.'
export const visitStore = 'Visit the store'

export const states = {
  pending: 'Payment due',
  confirmed: 'Confirmed',
  processing: 'Being arranged',
  shipped: 'On its way',
  delivered: 'Delivered',
  completed: 'Delivered',
  cancelled: 'Cancelled',
}
export const checking = 'We are checking your payment'
export const item = ({ name, quantity }: { name: string; quantity: number }) =>
  quantity === 1 ? name : `${quantity} × ${name}`
export const orderNumber = ({ number }: { number: string }) => `Order ${number}`
export const order = 'Order'
export const orderedAt = 'Ordered'
export const forDay = 'For'
export const total = 'Total'

export const payNow = 'Pay now'
export const payNowFor = ({ number }: { number: string }) => `Pay now for order ${number}`
export const reorder = 'Reorder'
export const reorderNumber = ({ number }: { number: string }) => `Reorder ${number}`
export const adding = 'Adding to cart...'
export const noneAvailable = 'None of these items are available'
export const someUnavailable = 'Some items are no longer available'
export const notAdded = ({ items }: { items: string }) => `Not added: ${items}.`
export const addFailed = 'We couldn’t add this to your cart'
export const checkConnection = 'Check your connection and try again.'
export const nameAndSize = ({ name, size }: { name: string; size: string }) => `${name}, ${size}`
