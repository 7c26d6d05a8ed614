import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  mailPorts,
  mailServerForm,
  type mailTlsKinds,
  type MailServer as Server,
  type ShownMailServer,
} from '../../../../../contract/school/mail-server.ts'
import { api } from '../../../../lib/api.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Facts } from '../../../../ui/facts.tsx'
import { Note } from '../../../../ui/note.tsx'
import { DraftNote } from '../../../kept-draft.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'
import {
  bodyOf,
  choice,
  type Fields,
  secret,
  text,
  type ValuesOf,
  valuesOf,
} from '../../../record-fields.tsx'
import { useRecordForm } from '../../../record-form.tsx'
import { useLeaving } from '../../../unsaved-guard.tsx'
import { refusalSentence, useAction } from '../../../use-action.ts'
import { useRight } from '../../../use-right.ts'
import { SaveBar } from './settings-form.tsx'

type MailRecord = Server & { version: number }

const any = z.string()
const tlsNames: Record<(typeof mailTlsKinds)[number], string> = {
  starttls: 'STARTTLS',
  implicit: 'TLS from the start',
  none: 'None',
}
const tlsFor = (port: number) => (port === 465 ? 'implicit' : 'starttls')

const fields = {
  host: text('Server', any, {
    required: true,
    autoComplete: 'off',
    placeholder: 'smtp.example.com',
    hint: 'Your e-mail provider calls it the SMTP server.',
    className: 'sm:col-span-2',
  }),
  port: {
    ...choice(
      'Port',
      mailPorts.map((port) => String(port)),
    ),
    write: (typed: string) => Number(typed) as Server['port'],
  },
  tls: choice<Server['tls']>(
    'Encryption',
    Object.entries(tlsNames).map(([value, label]) => ({ value, label })),
  ),
  user: text('User name', any, {
    autoComplete: 'off',
    hint: 'Often your e-mail address',
  }),
  password: secret('Password', any),
  email: text('Sender’s address', any, {
    type: 'email',
    autoComplete: 'off',
    hint: 'Leave blank to use the school’s address. Replies always go to the school.',
    className: 'sm:col-span-2',
  }),
} satisfies Fields<MailRecord>

type Values = ValuesOf<typeof fields>

const providers = [
  {
    name: 'Gmail',
    host: 'smtp.gmail.com',
    port: 587,
    hint: 'Gmail asks for an app password. Create one in your Google account, under Security.',
  },
  {
    name: 'Outlook',
    host: 'smtp.office365.com',
    port: 587,
    hint: 'Microsoft 365 must allow “Authenticated SMTP” for this mailbox.',
  },
  {
    name: 'Zoho',
    host: 'smtp.zoho.in',
    port: 465,
    hint: 'Zoho asks for an app password if you use two-factor sign-in there.',
  },
] as const

const mailServerQuery = query('GET /api/admin/mail-server')

/** The form of the school’s mail server, and a button for a trial e-mail. A step of the set-up passes `onSaved`. */
export function MailServer({ step }: { step?: { onSaved: () => void } }) {
  const mayChange = useRight('payment-settings')
  const result = useQuery({ ...mailServerQuery, enabled: mayChange, refetchOnMount: 'always' })
  if (!mayChange) return <Note>Only an owner can change the e-mail server.</Note>
  if (result.data === undefined) {
    return (
      <NotLoaded of={result} title="We couldn’t load the e-mail server" loading="Loading the e-mail server…">
        Check your connection.
      </NotLoaded>
    )
  }
  const current = result.data.data
  return current.isByVariables ? <ByVariables of={current} /> : <MailForm current={current} step={step} />
}

export function MailServerPart() {
  return (
    <section aria-labelledby="mail-server-title">
      <h3 id="mail-server-title" className="font-display text-lg">
        E-mail server
      </h3>
      <p className="mb-4 text-sm text-ink-soft">
        Confirmations, reminders and receipts are sent through it. Every owner gets an e-mail about a change.
      </p>
      <MailServer />
    </section>
  )
}

function ByVariables({ of: { server, hasPassword } }: { of: ShownMailServer }) {
  return (
    <div className="flex flex-col gap-5">
      <Note>
        The e-mail server is set where Malar runs, by SMTP_HOST and the other SMTP_ variables. It can’t be
        changed here.
      </Note>
      {server && (
        <Facts
          facts={[
            ['Server', server.host],
            ['Port', server.port],
            ['Encryption', tlsNames[server.tls]],
            ['User name', server.user],
            ['Password', hasPassword && 'Set'],
            ['Sender’s address', server.email],
          ]}
        />
      )}
      <Trial />
    </div>
  )
}

const recordOf = ({ server, version }: ShownMailServer): MailRecord => ({
  ...((server as Server | null) ?? { host: '', port: 587, tls: 'starttls', user: '', email: '' }),
  version,
})

const wholeOf = ({ host, port, tls, user, email }: Server) => ({ host, port, tls, user, email })

const rules = z.pipe(
  z.transform((values: Values): unknown => bodyOf(fields, values)),
  mailServerForm as z.ZodMiniType,
)

const form = {
  name: 'mail-server',
  fields,
  rules,
  add: () => Promise.reject(new Error('There are settings already.')),
  texts: {
    add: '',
    edit: '',
    added: '',
    addFailed: '',
    updated: 'E-mail server saved',
    updateFailed: 'Failed to save the e-mail server. Please try again.',
    changed: 'Someone else changed the e-mail server.',
  },
}

function MailForm({
  current,
  step,
}: {
  current: ShownMailServer
  step: { onSaved: () => void } | undefined
}) {
  const queryClient = useQueryClient()
  const stale = useStale()
  const currentRecord = recordOf(current)
  const [continued, setContinued] = useState<Values>()
  const take = (answer: { success: true; data: ShownMailServer }): MailRecord => {
    queryClient.setQueryData(mailServerQuery.queryKey, answer)
    return recordOf(answer.data)
  }
  const { parts, settle, notice, isDirty, isSending, onSubmit } = useRecordForm<MailRecord, typeof fields>({
    form: {
      ...form,
      update: async (base, body) =>
        take(await api('PUT /api/admin/mail-server', { body: { ...wholeOf(base), ...body } })),
      find: async () => take(await api('GET /api/admin/mail-server')),
    },
    item: currentRecord,
    draft: continued,
    onSaved: () => {
      const answer = queryClient.getQueryData<{ data: ShownMailServer }>(mailServerQuery.queryKey)
      if (answer) settle(recordOf(answer.data))
      stale('GET /api/admin/set-up', 'GET /api/admin/morning', 'GET /api/admin/audit')
      step?.onSaved()
    },
  })
  const { leave, question } = useLeaving(isDirty, () => settle(parts.base ?? currentRecord))
  const { setValue } = parts.form
  const host = useWatch({ control: parts.form.control, name: 'host' })
  const choose = (values: Partial<Values>) => {
    for (const [name, value] of Object.entries(values))
      setValue(name as keyof Values, value, { shouldDirty: true })
    parts.form.clearErrors()
  }
  const hint = providers.find((one) => one.host === host.trim())?.hint
  return (
    <>
      <DraftNote<null, Values>
        form={form.name}
        said={() => 'We’ve kept what you typed, without the password.'}
        defaults={() => valuesOf<MailRecord, typeof fields>(fields, currentRecord)}
        onContinue={({ values }) => setContinued(values)}
      />
      <form noValidate aria-label="E-mail server" className="flex flex-col gap-5" onSubmit={onSubmit}>
        {current.isBroken && (
          <Note tone="error" title="No e-mails are being sent.">
            The stored e-mail server can’t be used. We can’t send e-mails until you enter it again, with its
            password.
          </Note>
        )}
        {notice}
        <div role="group" aria-label="Your e-mail provider" className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-ink-soft">Fill in the settings for</span>
          {providers.map(({ name, host, port }) => (
            <Button
              key={name}
              size="sm"
              variant="outline"
              onClick={() => choose({ host, port: String(port), tls: tlsFor(port) })}
            >
              {name}
            </Button>
          ))}
        </div>
        <p role="status" className="text-sm empty:hidden">
          {hint}
        </p>
        <div className="grid gap-5 sm:grid-cols-2">
          {parts.input('host')}
          {parts.input('port', {
            onInput: ({ currentTarget }) => choose({ tls: tlsFor(Number(currentTarget.value)) }),
          })}
          {parts.input('tls')}
          {parts.input('user')}
          {parts.input('password', {
            hint: current.hasPassword
              ? 'A password is stored. Leave this blank to keep it.'
              : 'We store it encrypted, and never show it again.',
          })}
          {parts.input('email')}
        </div>
        {step ? (
          <Button type="submit" className="self-start" busy={isSending && 'Saving...'}>
            Save
          </Button>
        ) : (
          <SaveBar isDirty={isDirty} isSending={isSending} onDiscard={leave} />
        )}
      </form>
      {current.server && !current.isBroken && (
        <div className="mt-5">
          <Trial isDirty={isDirty} />
        </div>
      )}
      {question}
    </>
  )
}

function Trial({ isDirty = false }: { isDirty?: boolean }) {
  const trial = useAction({
    run: () => api('POST /api/admin/mail-server/trial'),
    failed: null,
  })
  const to = trial.data?.data.to
  return (
    <div className="flex flex-col items-start gap-3">
      <Button
        variant="outline"
        disabled={isDirty}
        busy={trial.isPending && 'Sending...'}
        onClick={() => trial.mutate()}
      >
        Send me a trial e-mail
      </Button>
      {isDirty && <p className="text-sm text-ink-soft">Save your changes first.</p>}
      {trial.refusal && (
        <Note tone="error" role="alert">
          {refusalSentence(trial.refusal)}
        </Note>
      )}
      {to !== undefined && (
        <Note tone="success" role="status" title="Trial e-mail sent">
          Look for it at {to}. If it isn’t there in a few minutes, check your spam folder.
        </Note>
      )}
    </div>
  )
}
