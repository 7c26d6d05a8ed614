import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { roleNames } from '../../../../../contract/rights.ts'
import type { Demonstration } from '../../../../../contract/school/demonstration.ts'
import { counted, instantInWords, joined } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { query } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorNote, Note } from '../../../../ui/note.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'
import { setUpTitles } from '../../../set-up.ts'
import { refusalSentence, useAction } from '../../../use-action.ts'
import { useRight } from '../../../use-right.ts'
import { settingLabel } from '../school-settings/settings-values.ts'

type Plan = NonNullable<Demonstration['plan']>

/** Lets an owner empty the demonstration school to begin her own school. */
export function FromDemonstration() {
  const mayEmpty = useRight('payment-settings')
  const result = useQuery({ ...query('GET /api/admin/demonstration'), enabled: mayEmpty })
  if (!mayEmpty) {
    return (
      <EmptyState title="There’s nothing to set up">
        This is the demonstration school. Only an owner can empty it and begin with your own school.
      </EmptyState>
    )
  }
  if (result.data === undefined) {
    return (
      <NotLoaded of={result} title="We couldn’t load what is in the demonstration" loading="Loading…">
        Check your connection.
      </NotLoaded>
    )
  }
  const { plan } = result.data.data
  return plan === null ? null : <Emptying plan={plan} />
}

function Emptying({ plan }: { plan: Plan }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-5">
        <p className="text-lg max-sm:text-base">
          This is the demonstration school. Its classes, people and orders are invented, so you can try
          everything. When you’re ready, empty it here and set up your own school.
        </p>
        <EmptyingForm schoolName={plan.schoolName} />
        <Card as="section" className="p-4">
          <h2 className="text-lg">What you set up next</h2>
          <ol className="mt-2 grid list-decimal gap-x-8 gap-y-1 pl-6 sm:grid-cols-2">
            {Object.values(setUpTitles).map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ol>
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <Listed title="What we remove" lines={whatGoes(plan)} />
        <Listed
          title="What stays"
          lines={[
            ...plan.staff.map(({ name, email, role }) =>
              joined([`${name}, ${email}`, role !== 'none' && `(${roleNames[role]})`], ' '),
            ),
            'The passwords, two-factor sign-in and passkeys of these accounts',
            plan.settings.length === 0
              ? 'Settings that you change: none so far'
              : `Settings that you changed: ${plan.settings.map(labelOf).join(', ')}`,
            'The drawings of flowers on the home page, until you add your own pictures',
          ]}
        />
      </div>
    </div>
  )
}

function Listed({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <Card as="section" className="p-4">
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 text-sm">
        {lines.map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function EmptyingForm({ schoolName }: { schoolName: string }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const empty = useAction({
    run: (_: void, keyed) => {
      const body = { name }
      return api('POST /api/admin/demonstration/empty', { body }, keyed(body))
    },
    failed: null,
    done: { title: 'The demonstration is empty', description: 'You can set up your own school now.' },
    // Everything that this tab has loaded belongs to the demonstration, so it is loaded again.
    onDone: () => void queryClient.resetQueries(),
    // The server may have emptied the demonstration although its answer was lost, so the set-up is loaded again.
    onFailed: () => void queryClient.invalidateQueries({ queryKey: ['GET /api/admin/set-up'] }),
  })
  const error = empty.refusal?.fields['name']
  return (
    <Card as="section" className="p-4">
      <h2 className="text-lg">Empty the demonstration</h2>
      <ol className="mt-2 flex list-decimal flex-col gap-1 pl-5">
        <li>The server makes a backup and checks it. If that fails, nothing is removed.</li>
        <li>Everything under “What we remove” is deleted. Receipt and order numbers start again.</li>
        <li>The site closes, and visitors see “Opening soon”. You set up your school on this page.</li>
      </ol>
      <p className="mt-2">Only restoring the backup can bring the demonstration back.</p>
      <form
        noValidate
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          empty.mutate()
        }}
      >
        {empty.refusal && error === undefined && <ErrorNote>{refusalSentence(empty.refusal)}</ErrorNote>}
        <TextField
          label={`Type “${schoolName}” to confirm`}
          name="name"
          required
          className="max-w-sm"
          autoComplete="off"
          value={name}
          error={error}
          onChange={({ target }) => setName(target.value)}
        />
        <Button
          type="submit"
          variant="danger"
          className="self-start"
          busy={empty.isPending && 'Making the backup…'}
        >
          Empty the demonstration
        </Button>
      </form>
    </Card>
  )
}

/** Says that the demonstration was emptied and where its backup is, until the site is open. */
export function EmptiedNote() {
  const mayRead = useRight('payment-settings')
  const { data } = useQuery({ ...query('GET /api/admin/demonstration'), enabled: mayRead })
  const emptied = data?.data.emptied
  if (!emptied) return null
  return (
    <Note tone="success" title={`The demonstration was emptied on ${instantInWords(emptied.at)}.`}>
      <span className="break-words">Its backup is on the server, in {emptied.backup}.</span>
    </Note>
  )
}

function whatGoes({ goes }: Plan): string[] {
  return [
    `${counted(goes.classes, 'class', 'classes')} with their batches, rooms, instructors and reviews`,
    counted(goes.seats, 'enrolment and booking', 'enrolments and bookings'),
    `${counted(goes.products, 'product')} with recipes, delivery zones and coupons`,
    counted(goes.orders, 'order'),
    `${counted(goes.payments, 'payment')} with their receipts and statement lines`,
    `${counted(goes.people, 'record')} of students, visitors, subscribers and enquiries`,
    'The accounts of visitors',
    `${counted(goes.posts, 'journal post')}, opening hours, hall prices and impact numbers`,
    `${counted(goes.messages, 'e-mail and WhatsApp message', 'e-mails and WhatsApp messages')}`,
    `${counted(goes.pictures, 'picture')}, except those that stay`,
    'The audit log and the bin. The new log begins with the person who emptied the demonstration.',
    'The demonstration’s name, address, numbers and texts, including those in School Settings',
  ]
}

const otherSettings: Record<string, string> = {
  logo: 'Logo',
  pages: 'Words and pictures of the pages',
}

const labelOf = (name: string): string => settingLabel(name) ?? otherSettings[name] ?? name
