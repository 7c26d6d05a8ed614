import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EndpointResponse } from '../../../contract/endpoint.ts'
import type { Api } from '../../../contract/index.ts'
import type { RosterSeat, SeatKind } from '../../../contract/rosters.ts'
import { formatRupees, momentText } from '../../../contract/words.ts'
import { type ApiError, api } from '../../lib/api.ts'
import { query } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailWords } from '../../ui/email-words.tsx'
import { FailedNote } from '../../ui/failed-note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Refusal, refusalSentence } from '../form-dialog.tsx'
import { RecordHistory } from '../record-history.tsx'
import { UnsavedGuard } from '../unsaved-guard.tsx'
import { batchText, isFull, isHeld, paymentStates, seatsText, statusLabels } from './seat-facts.ts'

type SeatAnswer = EndpointResponse<Api['GET /api/admin/seats/:kind/:id']>['data']

/** One seat: the team's note, another batch, its letters once more, and its end. */
export function ManageSeatDialog({
  open,
  onClose,
  kind,
  id,
  name,
  onChanged,
}: {
  open: boolean
  onClose: () => void
  kind: SeatKind
  id: string
  name: string
  /** Something of the seat is different now; the dialog stays. */
  onChanged: () => void
}) {
  const seatQuery = query('GET /api/admin/seats/:kind/:id', { params: { kind, id } })
  const result = useQuery({ ...seatQuery, enabled: open })
  const { data, error } = result
  const [isDirty, setDirty] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={() => (isDirty ? setAsking(true) : onClose())}
      title={name}
      description={
        data && (
          <>
            {data.data.batch.courseTitle} ·{' '}
            <span className="whitespace-nowrap">{data.data.seat.reference}</span>
          </>
        )
      }
      footer={
        <Button variant="outline" onClick={() => (isDirty ? setAsking(true) : onClose())}>
          Close
        </Button>
      }
    >
      {data ? (
        <Seat
          answer={data.data}
          onDirty={setDirty}
          onChanged={() => {
            void result.refetch()
            onChanged()
          }}
        />
      ) : error ? (
        <FailedNote title="The seat could not be loaded." of={result}>
          {refusalSentence(error)}
        </FailedNote>
      ) : (
        <Loading>Loading the seat…</Loading>
      )}
      <UnsavedGuard
        isDirty={open && isDirty}
        isAsking={isAsking}
        onStay={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          setDirty(false)
          onClose()
        }}
      />
    </Dialog>
  )
}

function Seat({
  answer: { seat, batch, targets },
  onDirty,
  onChanged,
}: {
  answer: SeatAnswer
  onDirty: (isDirty: boolean) => void
  onChanged: () => void
}) {
  const { label, tone } = paymentStates[seat.payment]
  const canMove = isHeld(seat) || (seat.status === 'expired' && seat.payment === 'attention')
  return (
    <div className="flex flex-col gap-7">
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5">
        <Fact name="Batch">{batchText(batch)}</Fact>
        <Fact name="Status">
          {statusLabels[seat.status]}
          {seat.holdUntil && <span className="block text-sm">Held until {momentText(seat.holdUntil)}</span>}
        </Fact>
        <Fact name="Payment">
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={tone}>{label}</Badge> {formatRupees(seat.amount)}
          </span>
        </Fact>
        <Fact name="Email">
          <a className="link [overflow-wrap:anywhere]" href={`mailto:${seat.email}`}>
            <EmailWords email={seat.email} />
          </a>
        </Fact>
        <Fact name="Phone">
          <a className="link" href={`tel:+91${seat.phone}`}>
            {seat.phone}
          </a>
        </Fact>
        {seat.question && <Fact name="Asks">{seat.question}</Fact>}
      </dl>
      <NoteForm seat={seat} onDirty={onDirty} onChanged={onChanged} />
      {canMove && <MoveForm seat={seat} batch={batch} targets={targets} onChanged={onChanged} />}
      {isHeld(seat) && <Letters seat={seat} />}
      {seat.status !== 'cancelled' && <Cancel seat={seat} onChanged={onChanged} />}
      <RecordHistory kind={seat.kind} id={seat.id} />
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line">{children}</dd>
    </>
  )
}

const paramsOf = ({ kind, id }: RosterSeat) => ({ kind, id })
const notSignedOut = (error: ApiError | null) => (error?.status === 401 ? null : error)

function NoteForm({
  seat,
  onDirty,
  onChanged,
}: {
  seat: RosterSeat
  onDirty: (isDirty: boolean) => void
  onChanged: () => void
}) {
  const [note, setNote] = useState(seat.note ?? '')
  const isDirty = note.trim() !== (seat.note ?? '')
  const save = useMutation<unknown, ApiError>({
    mutationFn: () =>
      api('PUT /api/admin/seats/:kind/:id/note', {
        params: paramsOf(seat),
        body: { note, before: seat.note },
      }),
    onSuccess: () => {
      onDirty(false)
      toast({ title: 'Note saved', tone: 'success' })
      onChanged()
    },
    onError: ({ status }) => {
      // The note that is there now is looked at next; what was typed stays.
      if (status === 409) onChanged()
    },
  })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty && !save.isPending) save.mutate()
      }}
    >
      <TextArea
        label="Note"
        hint="For the team: stands on the roster and the day sheet"
        rows={3}
        maxLength={1000}
        value={note}
        onChange={(event) => {
          setNote(event.target.value)
          onDirty(event.target.value.trim() !== (seat.note ?? ''))
        }}
      />
      <Refusal error={notSignedOut(save.error)} />
      <Button type="submit" size="sm" className="self-start" disabled={!isDirty} busy={save.isPending}>
        {save.isPending ? 'Saving...' : 'Save note'}
      </Button>
    </form>
  )
}

function MoveForm({
  seat,
  batch,
  targets,
  onChanged,
}: Pick<SeatAnswer, 'seat' | 'batch' | 'targets'> & { onChanged: () => void }) {
  const [to, setTo] = useState('')
  const move = useMutation<unknown, ApiError>({
    mutationFn: () =>
      api('POST /api/admin/seats/:kind/:id/move', {
        params: paramsOf(seat),
        body: { from: batch.id, to },
      }),
    onSuccess: () => {
      setTo('')
      toast({
        title: 'Seat moved',
        description: `${seat.name} is told by e-mail and chat.`,
        tone: 'success',
      })
      onChanged()
    },
  })
  if (targets.length === 0) {
    return (
      <p className="text-ink-soft">
        This class has no other coming batch to move to. Add one from its roster.
      </p>
    )
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (to !== '' && !move.isPending) move.mutate()
      }}
    >
      <SelectField
        label="Move to another batch"
        placeholder="Choose a batch"
        value={to}
        onChange={(event) => setTo(event.target.value)}
        options={targets.map((target) => ({
          value: target.id,
          label: `${batchText(target)} (${isFull(target) ? 'full' : seatsText(target)})`,
        }))}
      />
      <Refusal error={notSignedOut(move.error)} />
      <Button type="submit" size="sm" className="self-start" disabled={to === ''} busy={move.isPending}>
        {move.isPending ? 'Moving...' : 'Move'}
      </Button>
    </form>
  )
}

function Letters({ seat }: { seat: RosterSeat }) {
  const resend = useMutation<unknown, ApiError>({
    mutationFn: () => api('POST /api/admin/seats/:kind/:id/letters', { params: paramsOf(seat) }),
    onSuccess: () =>
      toast({ title: 'On its way', description: `The letter goes to ${seat.email} again.`, tone: 'success' }),
  })
  return (
    <div className="flex flex-col gap-3">
      <p>
        {seat.status === 'pending'
          ? 'The letter says what is held, until when, and where to pay.'
          : 'The letter confirms the seat.'}
      </p>
      <Refusal error={notSignedOut(resend.error)} />
      <Button
        size="sm"
        variant="outline"
        className="self-start"
        busy={resend.isPending}
        onClick={() => resend.mutate()}
      >
        {resend.isPending ? 'Sending...' : 'Send the letter again'}
      </Button>
    </div>
  )
}

function Cancel({ seat, onChanged }: { seat: RosterSeat; onChanged: () => void }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const cancel = useMutation<unknown, ApiError>({
    mutationFn: () => api('POST /api/admin/seats/:kind/:id/cancel', { params: paramsOf(seat) }),
    onSuccess: () => {
      setAsking(false)
      toast({
        title: 'Seat cancelled',
        description: `${seat.name} is told by e-mail and chat.`,
        tone: 'success',
      })
      void queryClient.invalidateQueries({ queryKey: ['GET /api/admin/AdminClasses'] })
      onChanged()
    },
  })
  const hasMoney = seat.payment === 'paid' && Number(seat.amount) > 0
  return (
    <>
      <Button variant="danger" size="sm" className="self-start" onClick={() => setAsking(true)}>
        Cancel this seat
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Cancel the seat of ${seat.name}?`}
        confirmLabel="Cancel the seat"
        cancelLabel="Keep it"
        tone="danger"
        busy={cancel.isPending}
        error={cancel.error && cancel.error.status !== 401 ? refusalSentence(cancel.error) : null}
        onConfirm={() => cancel.mutate()}
      >
        <p>
          The seat goes to the first person on the waiting list, or is free, and {seat.name} is told. It
          cannot be brought back.
          {hasMoney && ' The payment then shows as “Needs attention” until you have given the money back.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
