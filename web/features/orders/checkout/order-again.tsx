import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { EndpointResponse } from '../../../../contract/endpoint.ts'
import type { getOrderRecipient } from '../../../../contract/orders/reminders.ts'
import { IfPart } from '../../../lib/if-part.tsx'
import { ownWords } from '../../../lib/own-words.ts'
import { query } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import { jsonOf } from '../../../lib/storage.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Statement } from '../../../ui/heading.tsx'
import { toast } from '../../../ui/toast-store.ts'
import * as text from './order-again.en.ts'

/** Leads from a reminder to the store. The checkout of the signed-in buyer is filled with the earlier recipient. */
export default function OrderAgain({ id }: { id: string }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const toStore = () => void navigate('/store', { replace: true })
    if (session.token() === null) return toStore()
    client
      .fetchQuery(query('GET /api/orders/:id/recipient', { params: { id } }))
      .then(({ data }) => {
        keepForCheckout(data)
        if (data.recipientName === '') return
        toast({
          title: text.orderingFor({ name: data.recipientName }),
          description: text.orderingForLead,
        })
      })
      // The visitor is not the buyer, or is offline. The store opens all the same.
      .catch(() => undefined)
      .finally(toStore)
  }, [client, id, navigate])
  return (
    <>
      <Statement title={text.oneMoment}>{text.openingStore}</Statement>
      <IfPart part="store">
        <ButtonLink to="/store" variant="outline" className="mt-6">
          {text.visitStore}
        </ButtonLink>
      </IfPart>
    </>
  )
}

const draft = ownWords('checkoutDraft')
const deliverTo = ownWords('deliverTo')

/**
 * The buyer's fields of an unfinished order are kept. All other fields are dropped, because they may be about another
 * recipient.
 */
const buyerFields = ['customername', 'email', 'phone', 'paymentMethod', 'substitution']

function keepForCheckout({ day, ...recipient }: EndpointResponse<typeof getOrderRecipient>['data']): void {
  const kept = Object.entries(jsonOf(draft.read()) ?? {}).filter(([name]) => buyerFields.includes(name))
  draft.write(JSON.stringify({ ...Object.fromEntries(kept), ...recipient, ...(day && { day }) }))
  if (recipient.pincode && day) deliverTo.write(`${recipient.pincode} ${day}`)
}
