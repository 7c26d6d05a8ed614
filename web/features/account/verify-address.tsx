import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, api } from '../../lib/api.ts'
import { noteOf } from '../../lib/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast-store.ts'
import { WrittenTo } from './account-form.tsx'
import CodeForm from './code-form.tsx'

/** Seats that were taken under an address are shown only once its owner has proved that it is theirs. */
export function VerifyAddress({ email }: { email: string }) {
  const queryClient = useQueryClient()
  /** Kept while another code is asked for: its form stays as it is until then. */
  const [ticket, setTicket] = useState<string>()
  const ask = useMutation<{ ticket: string }, ApiError, void>({
    mutationFn: async () => (await api('POST /api/profile/verification')).data,
    onSuccess: (letter) => setTicket(letter.ticket),
  })
  const note = noteOf(ask.error)
  return (
    <Card className="mt-5 p-5">
      <h3 className="text-lg">Please verify your e-mail address</h3>
      {ticket === undefined ? (
        <p className="mt-2 text-ink-soft">
          Courses and bookings made with <strong className="break-words text-ink">{email}</strong> are shown
          here once we know that the address is yours.
        </p>
      ) : (
        <WrittenTo email={email} />
      )}
      {note !== null && (
        <Note tone="error" role="alert" className="mt-4">
          {note}
        </Note>
      )}
      {ticket === undefined ? (
        <Button className="mt-5" busy={ask.isPending && 'Sending...'} onClick={() => ask.mutate()}>
          Send me a code
        </Button>
      ) : (
        <CodeForm
          key={ticket}
          ticket={ticket}
          label={['Verify', 'Checking...']}
          asking={ask}
          onAskAgain={() => ask.mutate()}
          onProved={() => {
            toast({ title: 'Your address is verified', tone: 'success' })
            void queryClient.invalidateQueries({ queryKey: ['GET /api/profile'] })
          }}
        />
      )}
    </Card>
  )
}
