// The texts of an order's items, sums and delivery times in English.

import { plural } from '../../../../contract/plural.ts'

export const yourOrder = 'Your order'
export const itemCount = ({ count }: { count: number }) =>
  plural(count, { one: `${count} item`, other: `${count} items` })
export const answer = ({ label, answer }: { label: string | null; answer: string }) =>
  `${label ?? 'Your text'}: ${answer}`
export const subtotal = 'Subtotal'
export const chooseTimeForFee = 'Choose a day and time'
export const discount = 'Discount'
export const total = 'Total'
export const totalIs = ({ total }: { total: string }) => `The total is ${total}`
export const pay = 'Pay'
export const payTotal = ({ total }: { total: string }) => `Pay ${total}`
export const placeOrder = 'Place order'

export const noLongerAvailable = 'No longer available.'
export const onlyLeft = ({ count }: { count: number }) => `Only ${count} left.`
export const remove = 'Remove'
export const changeTo = ({ quantity }: { quantity: number }) => `Change to ${quantity}`
export const removeOne = 'Remove one'

export const delivery = 'Delivery'
export const collection = 'Collection'
export const free = 'Free'
export const feeFrom = ({ fee }: { fee: string }) => `from ${fee}`
export const full = 'Full'
export const closed = 'Closed'
export const unavailable = 'Unavailable'
export const today = 'Today'
export const tomorrow = 'Tomorrow'
export const orderBy = ({ time }: { time: string }) => `Order by ${time}`
export const dayOver = 'That day has passed. Choose another day.'
export const timeFull = 'That time is now full. Choose another time.'
export const timeLost = ({ reason }: { reason: string }) => `${reason}. Choose another time.`
