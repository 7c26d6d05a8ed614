import type { ComponentType } from 'react'
import type { Openable } from '../../../ui/lazy-dialog.tsx'
import type { Deliverable } from './product-facts.ts'

export type AskUs = ComponentType<Openable & { known: { enquiry: 'Bouquet'; question: string } }>

export type DeliveryWords = (product: Deliverable) => string

export interface DeliveryCheckProps {
  /** Its times are listed; if it is absent, the answer is only for `onWords`. */
  product?: Deliverable
  /** Gets the cards' sentences for the place and the day; null while they are unknown. It is a state's setter. */
  onWords?: (words: (() => DeliveryWords) | null) => void
  enquiry: AskUs
}
