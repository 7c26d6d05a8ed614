import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { query } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Statement } from '../../../ui/heading.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { keepForCheckout } from './keep-recipient.ts'

/** Leads from a reminder to the store; the signed-in buyer then finds the recipient in the checkout. */
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
          title: `For ${data.recipientName} again`,
          description: 'Name, phone and address stand in the checkout.',
        })
      })
      // The visitor is not the buyer or is offline: the store opens all the same.
      .catch(() => undefined)
      .finally(toStore)
  }, [client, id, navigate])
  return (
    <>
      <Statement title="One moment">We lead you to the store.</Statement>
      <ButtonLink to="/store" variant="outline" className="mt-6">
        See the flowers
      </ButtonLink>
    </>
  )
}
