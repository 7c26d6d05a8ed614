import { useQuery } from '@tanstack/react-query'
import { Unlink, UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { KnownPerson, PersonPage, PersonRef } from '../../../../../contract/people/people.ts'
import { type PersonRecordKind, personRecordKinds } from '../../../../../contract/people/person-records.ts'
import {
  dayText,
  formatRupees,
  joined as inOneLine,
  momentText,
  timeInWords,
} from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { lazyDialog, type Openable, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { ActionDialog } from '../../../action-dialog.tsx'
import { ChatLink, MailLink, PhoneLink } from '../../../contact-link.tsx'
import { useRefreshable } from '../../../current-list.ts'
import { Refusal } from '../../../form-dialog.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'
import { KnownPeople } from '../../../people/known-people.tsx'
import { PersonDataButton } from '../../../person-data.tsx'
import { ManageSeatDialog } from '../../../seats/manage-seat-dialog.tsx'
import { SectionLink } from '../../../section-link.tsx'
import { useAction } from '../../../use-action.ts'
import { PersonParts } from './person-parts.tsx'

const AddPersonDialog = lazyDialog(() => import('../../../people/add-person-dialog.tsx'))

/** Finds the record that the address names: `#person?of=seat.abc` names the seat `abc`. */
function refIn(hash: string): PersonRef | null {
  const [kind = '', id = ''] = (new URLSearchParams(hash.split('?')[1]).get('of') ?? '').split('.')
  return (personRecordKinds as readonly string[]).includes(kind) && id !== ''
    ? { kind: kind as PersonRecordKind, id }
    : null
}

export default function PersonSection() {
  const ref = refIn(useLocation().hash)
  if (!ref) {
    return (
      <EmptyState title="Nobody selected" action={<ButtonLink to="#students">Students</ButtonLink>}>
        Search with Ctrl K, or select a name in a list.
      </EmptyState>
    )
  }
  return <Person key={`${ref.kind} ${ref.id}`} of={ref} />
}

function Person({ of }: { of: PersonRef }) {
  const result = useQuery(query('GET /api/admin/people/:kind/:id', { params: of }))
  useRefreshable(() => void result.refetch())
  const person = result.data?.data
  if (person) return <Shown person={person} onChanged={() => void result.refetch()} />
  return <NotLoaded of={result} title="We couldn’t load this person" loading="Loading the person…" />
}

function Shown({ person, onChanged }: { person: PersonPage; onChanged: () => void }) {
  const { show, dialog } = useDialog()
  const stale = useStale()
  const changed = () => {
    stale('GET /api/getEventClassEnrollments', 'GET /api/admin/batches/:id/roster')
    onChanged()
  }
  const { name, otherNames, emails, phones, money, next, joined } = person
  const known = { name, email: emails[0] ?? '', phone: phones[0] ?? '' }
  return (
    <div className="flex max-w-[60rem] flex-col gap-8">
      <header className="flex flex-col gap-3">
        <h2 className="text-2xl wrap-anywhere">{name || 'No name'}</h2>
        {otherNames.length > 0 && (
          <p className="text-ink-soft wrap-anywhere">Also known as {otherNames.join(', ')}</p>
        )}
        <ul className="flex flex-wrap gap-x-6">
          {emails.map((email) => (
            <li key={email}>
              <MailLink email={email} className={contact} />
            </li>
          ))}
          {phones.map((phone) => (
            <li key={phone} className="flex flex-wrap gap-x-5">
              <PhoneLink phone={phone} className={contact} />
              <ChatLink phone={phone} message={chatText(person)} className={contact} />
            </li>
          ))}
        </ul>
        <Sums money={money} />
        {next && <Next of={next} />}
        <div className="flex flex-wrap gap-3 print:hidden">
          <Button
            size="sm"
            icon={UserPlus}
            onClick={() => show((props) => <AddPersonDialog {...props} person={known} onAdded={changed} />)}
          >
            Add to a class
          </Button>
          <Button
            size="sm"
            variant="outline"
            icon={UsersRound}
            onClick={() => show((props) => <JoinDialog {...props} person={person} onJoined={onChanged} />)}
          >
            Merge duplicates
          </Button>
          {(emails[0] ?? phones[0]) && <PersonDataButton who={emails[0] ?? phones[0] ?? ''} />}
        </div>
        {joined.map(({ id, names, created_at }) => (
          <p key={id} className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
            <span className="wrap-anywhere">
              Staff merged {names.join(' and ')} on {momentText(created_at)}.
            </span>
            <Button
              size="sm"
              variant="quiet"
              icon={Unlink}
              onClick={() =>
                show((props) => (
                  <ActionDialog
                    {...props}
                    title="Undo this merge?"
                    confirmLabel="Undo merge"
                    cancelLabel="Keep merged"
                    run={() => api('DELETE /api/admin/people/joined/:id', { params: { id } })}
                    done={{ title: 'Merge undone' }}
                    onDone={onChanged}
                  >
                    {names.join(' and ')} will have separate pages again. Nothing else changes.
                  </ActionDialog>
                ))
              }
            >
              Undo merge{' '}
            </Button>
          </p>
        ))}
      </header>
      <PersonParts
        person={person}
        onManage={(seat) => show((props) => <ManageSeatDialog {...props} seat={seat} onChanged={changed} />)}
      />
      {dialog}
    </div>
  )
}

const contact = 'link inline-flex min-h-11 items-center'

function Sums({ money: { paid, due, waits } }: Pick<PersonPage, 'money'>) {
  const sums = [
    ['Due', due],
    ['Paid', paid],
    ['Needs attention', waits],
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {sums.map(
        ([label, amount]) =>
          (label !== 'Needs attention' || Number(amount) > 0) && (
            <div key={label} className="flex flex-col-reverse">
              <dt className="text-sm text-ink-soft">{label}</dt>
              <dd
                className={cx(
                  'font-display text-xl',
                  label !== 'Paid' && Number(amount) > 0 && 'text-marigold-ink',
                )}
              >
                {formatRupees(amount)}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

function Next({
  of: { courseTitle, day, from, courseId, batchId },
}: {
  of: NonNullable<PersonPage['next']>
}) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-sm text-ink-soft">Next session</span>
      <strong>{inOneLine([dayText(day), from && timeInWords(from)])}</strong>
      <SectionLink to={`rosters?course=${courseId}&batch=${batchId}`} className={contact}>
        {courseTitle}
      </SectionLink>
    </p>
  )
}

function chatText({ name, seats, waiting, orders, enquiries }: PersonPage): string {
  const [first = ''] = name.split(' ')
  const seat = seats.find(({ status }) => status === 'pending' || status === 'confirmed')
  // Anybody can enter a false name and phone number, so a chat message greets by name only somebody who has paid.
  const isPaid =
    seats.some(({ status }) => status === 'confirmed') || orders.some(({ payment }) => payment === 'paid')
  const hello = isPaid ? `Hello ${first},` : 'Hello,'
  if (seat) {
    return seat.day
      ? `${hello} this is about your seat in ${seat.courseTitle} on ${dayText(seat.day)} (${seat.reference}). `
      : `${hello} this is about your seat in ${seat.courseTitle} (${seat.reference}). `
  }
  if (waiting[0])
    return `${hello} this is about your place on the waiting list for ${waiting[0].courseTitle}. `
  if (orders[0]) return `${hello} this is about your order ${orders[0].number}. `
  return enquiries[0] ? `${hello} this is about your enquiry. ` : `${hello} `
}

function JoinDialog({
  person,
  onJoined,
  ...dialog
}: Openable & { person: PersonPage; onJoined: () => void }) {
  const [other, setOther] = useState<KnownPerson | null>(null)
  const join = useAction({
    run: (found: KnownPerson, keyed) => {
      const body = { one: person.ref, other: found.ref }
      return api('POST /api/admin/people/joined', { body }, keyed(body))
    },
    done: { title: 'Merged', description: 'Both now share one page. You can undo the merge there.' },
    failed: null,
    onDone: () => {
      onJoined()
      dialog.onClose()
    },
  })
  return (
    <Dialog
      {...dialog}
      title={`Merge ${person.name} with a duplicate`}
      description="Their seats, orders and enquiries will appear on one page. Nothing else changes, and nothing is sent."
      closeLabel="Cancel"
      footer={
        <Button disabled={other === null} busy={join.isPending} onClick={() => other && join.mutate(other)}>
          {join.isPending ? 'Merging...' : 'Merge'}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <Refusal error={join.refusal} />
        <KnownPeople onChoose={setOther} onTyped={() => setOther(null)} />
      </div>
    </Dialog>
  )
}
