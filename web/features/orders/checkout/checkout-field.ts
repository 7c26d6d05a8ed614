import type { CheckoutForm } from '../../../../contract/orders/store-orders.ts'

/** The props of a field; an edit clears its refusal. */
export type CheckoutField = (name: keyof CheckoutForm) => {
  name: string
  defaultValue: string | undefined
  error: string | null
  onChange: () => void
}
