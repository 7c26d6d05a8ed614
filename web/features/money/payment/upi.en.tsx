// The texts in English about paying by UPI.

import type { ReactNode } from 'react'

export const pay = ({ name }: { name: string }) => `Pay ${name}`
export const scanToPay = ({ name }: { name: string }) => `Scan to pay ${name}`
export const payAmount = ({ amount, name }: { amount: string; name: string }) => `Pay ${amount} to ${name}`
export const keepReferenceAndReturn = (reference: ReactNode) => (
  <>
    Your payment has the reference {reference}. Don’t change it, and come back to this page when you’ve paid.
  </>
)
export const keepReference = (reference: ReactNode) => (
  <>Your payment has the reference {reference}. Don’t change it.</>
)
