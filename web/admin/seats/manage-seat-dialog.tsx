import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { MovedPrice } from '../../../contract/catalogue/batches.ts'
import type { EndpointResponse } from '../../../contract/endpoint.ts'
import type { Api } from '../../../contract/index.ts'
import type { RosterSeat } from '../../../contract/registrations/rosters.ts'
import { formatRupees, momentText } from '../../../contract/words.ts'
import { api } from '../../lib/api.ts'
import { query, useStale } from '../../lib/query.ts'
import { useSendsEmails } from '../../lib/school.ts'
import { Button } from '../../ui/button.tsx'
import { controlled } from '../../ui/controlled.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { type Openable, useDialog } from '../../ui/lazy-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { ActionDialog } from '../action-dialog.tsx'
import { MailLink, PhoneLink } from '../contact-link.tsx'
import { Refusal } from '../form-dialog.tsx'
import { useMailPromise } from '../mail-promise.ts'
import { MoneyTrail } from '../money/money-trail.tsx'
import { NotLoaded } from '../not-loaded.tsx'
import { PersonLink } from '../person-link.tsx'
import { RecordHistory } from '../record-history.tsx'
import { StateBadge } from '../state-badge.tsx'
import { TermsLink } from '../terms-link.tsx'
import { useLeaving } from '../unsaved-guard.tsx'
import { type Action, refusalSentence, useAction } from '../use-action.ts'
import { useRight } from '../use-right.ts'
import { canMarkPaid, MarkSeatPaidDialog } from './mark-seat-paid.tsx'
import { letterAgainText, notificationText } from './notification-text.ts'
import { CorrectPersonDialog, SeatPriceDialog } from './seat-corrections.tsx'
import * as facts from './seat-facts.ts'

type SeatAnswer = EndpointResponse<Api['GET /api/admin/seats/:kind/:id']>['data']

export function ManageSeatDialog({
  open,
  onClose,
  seat: { kind, id, name },
  onChanged,
}: Openable & {
  seat: Pick<RosterSeat, 'kind' | 'id' | 'name'>
  onChanged: () => void
}) {
  const result = useQuery({
    ...query('GET /api/admin/seats/:kind/:id', { params: { kind, id } }),
    enabled: open,
  })
  const answer = result.data?.data
  const [isDirty, setDirty] = useState(false)
  const { leave, question } = useLeaving(open && isDirty, () => {
    setDirty(false)
    onClose()
  })
  const stale = useStale()
  const changed = () => {
    // A change of the seat's state can turn its money into money that waits for staff, so the money is read again.
    stale('GET /api/admin/money/of/:kind/:id')
    void result.refetch()
    onChanged()
  }
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={name}
      description={
        answer && (
          <>
            {answer.batch.courseTitle} · <span className="whitespace-nowrap">{answer.seat.reference}</span>
          </>
        )
      }
      closeLabel="Close"
    >
      {answer ? (
        <Seat {...answer} onDirty={setDirty} onChanged={changed} />
      ) : (
        <NotLoaded of={result} tone="warning" title="We couldn’t load the seat." loading="Loading the seat…">
          {result.error && refusalSentence(result.error)}
        </NotLoaded>
      )}
      {question}
    </Dialog>
  )
}

interface Part {
  seat: RosterSeat
  onChanged: () => void
}

const paramsOf = ({ kind, id }: RosterSeat) => ({ kind, id })

function seatFacts(seat: RosterSeat, batch: SeatAnswer['batch']): Fact[] {
  return [
    ['Batch', facts.batchText(batch)],
    ['Group', facts.groupText(seat)],
    ['Terms', seat.terms && <TermsLink key="terms" hash={seat.terms} at={seat.created_at} />],
    [
      'Status',
      <div key="status">
        {facts.statusLabels[seat.status]}
        {seat.holdUntil && (
          <p className="text-sm">
            {seat.paysAtSchool ? 'Pays at the school by' : 'Held until'} {momentText(seat.holdUntil)}
          </p>
        )}
      </div>,
    ],
    [
      'Payment',
      <span key="payment" className="flex flex-wrap items-center gap-2">
        <StateBadge {...facts.paymentStates[seat.payment]} /> {formatRupees(seat.amount)}
        {seat.payment === 'part' && <strong>{facts.restText(seat)}</strong>}
      </span>,
    ],
    ['Coupon', facts.couponText(seat)],
    ['Email', seat.email && <MailLink key="email" email={seat.email} />],
    [
      'Phone',
      <PhoneLink
        key="phone"
        phone={seat.phone}
        chat={{
          about: 'seat',
          name: seat.status === 'confirmed' ? seat.name : null,
          courseTitle: batch.courseTitle,
          reference: seat.reference,
        }}
      />,
    ],
    ['Question', seat.question],
    [
      'Person',
      <PersonLink key="person" kind="seat" id={seat.id}>
        Everything about {seat.name}
      </PersonLink>,
    ],
  ]
}

const freeAlready =
  'The hold has ended, so the seat is already free. If a payment was reported, it’s removed from “Payments to check”.'
const goesOn = 'The seat goes to the first person on the waiting list, or becomes free.'

function Seat({
  seat,
  batch,
  targets,
  onDirty,
  onChanged,
}: Part & SeatAnswer & { onDirty: (isDirty: boolean) => void }) {
  const { show, dialog } = useDialog()
  const stale = useStale()
  const mayPrice = useRight('prices')
  const told = useMailPromise()
  const sendsEmails = useSendsEmails()
  const hasEnded = seat.status === 'expired' || seat.status === 'cancelled'
  const seatChanged = () => {
    stale('GET /api/admin/AdminClasses')
    onChanged()
  }
  const askToCancel = () =>
    show((props) => (
      <ActionDialog
        {...props}
        title={`Cancel ${seat.name}’s seat?`}
        confirmLabel="Cancel seat"
        cancelLabel="Keep seat"
        tone="danger"
        run={() => api('POST /api/admin/seats/:kind/:id/cancel', { params: paramsOf(seat) })}
        done={{ title: 'Seat cancelled', description: notificationText(seat, told) }}
        onDone={seatChanged}
      >
        <p>
          {hasEnded ? freeAlready : goesOn} {notificationText(seat, told)} You can’t undo this.
          {seat.group && ' The other seats in the group stay.'}
          {Number(seat.paid) > 0 && ' The payment then shows as “Needs attention” until you refund it.'}
        </p>
      </ActionDialog>
    ))
  const canMove = facts.isHeld(seat) || (hasEnded && Number(seat.paid) > 0)
  return (
    <div className="flex flex-col gap-7">
      <Facts
        className="grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 whitespace-pre-line"
        facts={seatFacts(seat, batch)}
      />
      {seat.payment === 'checking' && (
        <Note title={`${seat.group?.payer ?? seat.name} says they’ve paid.`} tone="warning">
          Look for the payment in your UPI account. If it’s there, press Mark paid.
          {hasEnded && ' If it isn’t, cancel this seat to remove the payment from “Payments to check”.'}
        </Note>
      )}
      <div className="flex flex-wrap gap-3">
        {canMarkPaid(seat) && (
          <Button
            size="sm"
            onClick={() =>
              show((props) => (
                <MarkSeatPaidDialog
                  {...props}
                  seat={seat}
                  title={batch.courseTitle}
                  onChanged={seatChanged}
                />
              ))
            }
          >
            Mark paid
          </Button>
        )}
        {facts.isHeld(seat) && mayPrice && (
          <Button
            size="sm"
            variant="outline"
            onClick={() => show((props) => <SeatPriceDialog {...props} seat={seat} onChanged={onChanged} />)}
          >
            Change price
          </Button>
        )}
      </div>
      <div className="-mt-4">
        <Button
          variant="outline"
          size="sm"
          onClick={() =>
            show((props) => <CorrectPersonDialog {...props} seat={seat} onChanged={onChanged} />)
          }
        >
          Edit contact details
        </Button>
      </div>
      <MoneyTrail kind={seat.kind} id={seat.id} onChanged={onChanged} />
      <NoteForm seat={seat} onDirty={onDirty} onChanged={onChanged} />
      {canMove && <MoveForm seat={seat} batch={batch} targets={targets} onChanged={onChanged} />}
      {facts.isHeld(seat) && (seat.email || seat.phone) && (
        <ActionForm
          run={() => api('POST /api/admin/seats/:kind/:id/letters', { params: paramsOf(seat) })}
          done={{
            title: sendsEmails ? 'On its way' : 'Message not sent yet',
            description: letterAgainText(seat, told),
          }}
          submit={['Send the message again', 'Sending...']}
          variant="outline"
        >
          <p>
            {seat.status === 'pending'
              ? 'The message says which seat is held, until when, and where to pay.'
              : 'The message confirms the seat.'}
          </p>
        </ActionForm>
      )}
      {seat.status !== 'cancelled' && (
        <Button variant="danger" size="sm" className="self-start" onClick={askToCancel}>
          Cancel this seat
        </Button>
      )}
      <RecordHistory kind={seat.kind} id={seat.id} />
      {dialog}
    </div>
  )
}

function ActionForm({
  submit: [label, sending],
  isReady = true,
  variant,
  children,
  ...action
}: Action<void, unknown> & {
  submit: readonly [label: string, sending: string]
  isReady?: boolean
  variant?: 'outline'
  children: ReactNode
}) {
  const { mutate, isPending, refusal } = useAction({ ...action, failed: null })
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isPending) mutate()
      }}
    >
      {children}
      <Refusal error={refusal} />
      <Button
        type="submit"
        size="sm"
        variant={variant}
        className="self-start"
        disabled={!isReady}
        busy={isPending}
      >
        {isPending ? sending : label}
      </Button>
    </form>
  )
}

function NoteForm({ seat, onDirty, onChanged }: Part & { onDirty: (isDirty: boolean) => void }) {
  const [note, setNote] = useState(seat.note ?? '')
  const differs = (typed: string) => typed.trim() !== (seat.note ?? '')
  return (
    <ActionForm
      run={() => {
        const body = { note, before: seat.note }
        return api('PUT /api/admin/seats/:kind/:id/note', { params: paramsOf(seat), body })
      }}
      done={{ title: 'Note saved' }}
      onDone={() => {
        onDirty(false)
        onChanged()
      }}
      // A 409 means that somebody else changed the note. The stored note is loaded again; the typed one stays.
      onFailed={({ status }) => status === 409 && onChanged()}
      submit={['Save note', 'Saving...']}
      isReady={differs(note)}
    >
      <TextArea
        label="Note"
        hint="Shown to staff on the roster and the day sheet"
        rows={3}
        maxLength={1000}
        {...controlled(note, (typed) => {
          setNote(typed)
          onDirty(differs(typed))
        })}
      />
    </ActionForm>
  )
}

function MoveForm({ seat, batch, targets, onChanged }: Part & Omit<SeatAnswer, 'seat'>) {
  const told = useMailPromise()
  const [to, setTo] = useState('')
  const [price, setPrice] = useState('')
  const target = targets.find(({ id }) => id === to)
  const isOtherPrice = target !== undefined && target.seatPrice !== batch.seatPrice
  if (targets.length === 0) {
    return <p className="text-ink-soft">This class has no other upcoming batch. Add one from its roster.</p>
  }
  return (
    <ActionForm
      run={() => {
        const { status } = seat
        const body = { from: batch.id, to, status, ...(isOtherPrice && { price: price as MovedPrice }) }
        return api('POST /api/admin/seats/:kind/:id/move', { params: paramsOf(seat), body })
      }}
      done={{ title: 'Seat moved', description: notificationText(seat, told) }}
      onDone={() => {
        setTo('')
        onChanged()
      }}
      submit={['Move seat', 'Moving...']}
      isReady={to !== '' && (!isOtherPrice || price !== '')}
    >
      <SelectField
        label="Move to another batch"
        placeholder="Choose a batch"
        {...controlled(to, (id) => {
          setTo(id)
          setPrice('')
        })}
        options={targets.map((target) => ({
          value: target.id,
          label: `${facts.batchText(target)} (${facts.isFull(target) ? 'full' : facts.seatsText(target)})`,
        }))}
      />
      {isOtherPrice && (
        <SelectField {...facts.movedPriceField(batch, target)} {...controlled(price, setPrice)} />
      )}
    </ActionForm>
  )
}
