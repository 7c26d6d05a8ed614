import { LegalPage, SchoolContact } from './legal-page.tsx'

const deliveryTerms = [
  'We deliver our flowers every day, from 9:00 AM to 6:00 PM.',
  'Orders placed before 3:00 PM can be delivered on the same day.',
  'Orders placed after 3:00 PM are delivered from the next day on.',
  'We offer standard, express and midnight delivery.',
  'The delivery fee depends on the location and the type of delivery, and is shown before you pay.',
  'Please give a complete address and a phone number at which the recipient can be reached.',
  'If nobody is there to receive the flowers, we call the recipient and, where we can, leave them with a neighbour or at the reception.',
  'A fee may apply for delivering again when the address was wrong or nobody was there.',
  'Rain, traffic and festivals may delay a delivery; we tell you as soon as we know.',
  'Flowers are seasonal: where one is not to be had, we use another of the same or a higher value, in the same colours.',
  'Concerns about quality or delivery must reach us within 24 hours of the delivery, with photos.',
]

const refundTerms = [
  'Flowers are cut for you and cannot be sold twice: paid orders are not refunded as a rule.',
  'Same-day and next-day orders cannot be cancelled or refunded.',
  'Orders placed in advance may be cancelled within 24 hours of placing them.',
  'Where we find a concern about quality or delivery justified, we offer a replacement or store credit, at our discretion.',
  'Wrong addresses, absent recipients and changes of mind are no grounds for a refund.',
  'Beyond what is said here, no refunds are given.',
]

export function Terms() {
  return (
    <LegalPage
      title="Terms & Services"
      description="Delivery hours, same-day orders, delivery types and fees, cancellation and refunds."
      path="/terms"
    >
      <h2>Delivery Terms</h2>
      <ol>
        {deliveryTerms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ol>
      <h2>No Refund Policy</h2>
      <ol>
        {refundTerms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ol>
      <h2>Contact</h2>
      <SchoolContact />
    </LegalPage>
  )
}
