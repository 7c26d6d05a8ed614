import type { ComponentType } from 'react'
import type { Openable } from '../../ui/lazy-dialog.tsx'
import type { Deliverable } from './product-facts.ts'

/** The enquiry form, which the route brings. */
export type AskUs = ComponentType<Openable & { known: { enquiry: 'Bouquet'; question: string } }>

/** What a card says of a product's delivery. */
export type DeliveryWords = (product: Deliverable) => string

export interface DeliveryCheckProps {
  /** Whose times are listed; without it the answer is for `onWords` alone. */
  product?: Deliverable
  /** Told what cards say for the place and the day; null while nobody knows. A state's setter. */
  onWords?: (words: (() => DeliveryWords) | null) => void
  enquiry: AskUs
}
