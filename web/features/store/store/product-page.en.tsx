// The texts of a product's page in English.

import type { ReactNode } from 'react'
import { plural } from '../../../../contract/plural.ts'

export const loading = 'Loading'
export const notLoaded = 'We couldn’t load this product.'
export const outOfDate = 'This page may be out of date.'

export const breadcrumb = 'Breadcrumb'
export const picturesOf = ({ name }: { name: string }) => `Pictures of ${name}`
export const pictureOf = ({ name, number, count }: { name: string; number: number; count: number }) =>
  `${name}, picture ${number} of ${count}`
export const showPicture = ({ number }: { number: number }) => `Picture ${number}`

export const buy = ({ name }: { name: string }) => `Buy ${name}`
export const size = 'Size'
export const stems = ({ count }: { count: number }) =>
  plural(count, { one: '1 stem', other: `${count} stems` })
export const answerHint = 'Leave it blank and we’ll choose what suits the flowers.'
export const quantity = 'Quantity'
export const goesWellWith = 'Goes well with'
export const addToCartFor = ({ total }: { total: ReactNode }) => <>Add to cart · {total}</>
export const notYetPaid = 'You can’t buy this online yet. Please contact us.'
export const buyNow = 'Buy it now'

export const inside = 'What’s inside'
export const care = 'Care'
export const substitution = 'If a flower isn’t available'
export const substitutionByChoice =
  'Flowers are seasonal. If one isn’t available, we can replace it with a similar flower of the same value, ask you first or refund that part. You choose at checkout.'
export const delivery = 'Delivery'
