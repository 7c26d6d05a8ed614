import { TextField } from '../../../ui/text-field.tsx'
import type { CheckoutField } from './checkout-field.ts'

export function FromWhom({ field }: { field: CheckoutField }) {
  return (
    <>
      <TextField label="Your name" required autoComplete="name" maxLength={120} {...field('customername')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Your e-mail"
          hint="We write when the flowers leave and arrive"
          type="email"
          required
          autoComplete="email"
          {...field('email')}
        />
        <TextField
          label="Your phone"
          hint="From abroad: begin with + and the country"
          type="tel"
          required
          autoComplete="tel"
          maxLength={24}
          {...field('phone')}
        />
      </div>
    </>
  )
}
