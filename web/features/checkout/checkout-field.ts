import type { CheckoutForm } from '../../../contract/store-orders.ts'

/** What a field of the form is given: its name, its refusal, and that an edit clears it. */
export type CheckoutField = (name: keyof CheckoutForm) => {
  name: string
  defaultValue: string | undefined
  error: string | null
  onChange: () => void
}
