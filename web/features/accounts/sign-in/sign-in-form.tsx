import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { signIn as endpoint, User } from '../../../../contract/accounts/accounts.ts'
import * as fieldError from '../../../../contract/accounts/fields.en.ts'
import { passkeySite } from '../../../../contract/accounts/passkey-site.ts'
import { placeholderAddress } from '../../../../contract/accounts/placeholder-address.ts'
import type { EndpointResponse } from '../../../../contract/endpoint.ts'
import { ApiError, api, wordsOf } from '../../../lib/api.ts'
import { tidyPresses } from '../../../lib/kept-presses.ts'
import { lastEmail } from '../../../lib/last-email.ts'
import { PasskeyFailure, passkeyObstacle } from '../../../lib/passkey-support.ts'
import { useSchool } from '../../../lib/school.ts'
import { displayName, session } from '../../../lib/session.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { WithoutScripts } from '../../../lib/without-scripts.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/code-field.tsx'
import { ErrorNote } from '../../../ui/note.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import * as text from './sign-in.en.tsx'

const sentencesOfStatus: Record<number, string> = {
  200: text.noToken,
  0: text.noConnection,
  401: fieldError.signInWrong,
  404: text.notFound,
}

const redirectAfterMs = 100

interface Typed {
  email: string
  password: string
  code?: string
}

/** @throws ApiError */
async function signInWith(typed: Typed): Promise<{ sessionToken: string; user: User }> {
  // This code loads on the click, to keep the page small. If the code fails to load, the server treats the browser as
  // unknown.
  const device = await import('../../../lib/known-device.ts').then(
    ({ knownDevice }) => knownDevice,
    () => null,
  )
  const answer: Partial<EndpointResponse<typeof endpoint>> = await api('POST /api/auth/signin', {
    body: device?.sentWith(typed) ?? typed,
  })
  const { sessionToken, deviceToken, user } = answer
  if (!sessionToken) throw new ApiError(200, null)
  device?.keep(deviceToken)
  return { sessionToken, user: user ?? (await loadUser(sessionToken)) }
}

/**
 * The method `dialog` keeps the browser from submitting the form before its script has loaded. A form submitted by the
 * browser would put the password into the URL.
 */
const unsent = { noValidate: true, method: 'dialog', className: 'mt-8 flex flex-col gap-5' } as const

export function SignInForm({ onSignedIn }: { onSignedIn: (isAdmin: boolean) => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  /** The one-time code of the second step, for an account that requires a second step; null in the first step. */
  const [code, setCode] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const school = useSchool()
  const form = useRef<HTMLFormElement>(null)
  const input = (name: keyof Typed) => form.current?.elements.namedItem(name) as HTMLInputElement | null

  // The stored e-mail address is read after hydration, because the server's HTML cannot contain it.
  useEffect(() => setEmail((typed) => typed || (lastEmail.read() ?? '')), [])
  // The last session may have expired without a sign-out, so the clicks that it stored are deleted here.
  useEffect(() => tidyPresses(null, Date.now()), [])

  async function welcome({ sessionToken, user }: { sessionToken: string; user: User }) {
    const { beginSession } = await import('../../../lib/begin-session.ts')
    beginSession(sessionToken, user)
    lastEmail.write(null)
    tidyPresses(user.id, Date.now())
    // The first owner of a new school has not given a name yet, so no toast greets the owner by name.
    const isUnnamed = school?.isDemonstration === false && user.email === placeholderAddress
    if (!isUnnamed) toast({ title: text.welcomeBack({ name: displayName(user) }), tone: 'success' })
    setTimeout(() => onSignedIn(user.usertype === 'admin'), redirectAfterMs)
  }

  const signIn = useMutation({
    mutationFn: signInWith,
    onSuccess: welcome,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'totp_required') return setCode('')
      setRefusal(refusalOf(error))
      input('code')?.select()
    },
  })
  const byPasskey = useMutation({
    mutationFn: async () => (await import('../../../lib/passkeys.ts')).signInByPasskey(),
    onMutate: () => setRefusal(null),
    onSuccess: welcome,
    onError: (error) => setRefusal(refusalOf(error)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (signIn.isPending) return
    const typed = { email: email.trim(), password, ...(code !== null && { code: code.trim() }) }
    const fault = findFault(typed)
    setRefusal(fault && fault.sentence)
    if (fault) input(fault.field)?.focus()
    else signIn.mutate(typed)
  }

  return (
    <form ref={form} aria-label={text.signIn} onSubmit={submit} {...unsent}>
      {code === null && <WithoutScripts />}
      <ErrorNote>{refusal}</ErrorNote>
      {code === null ? (
        <>
          <TextField
            label={text.email}
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              lastEmail.write(event.target.value)
            }}
          />
          <TextField
            label={text.password}
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      ) : (
        <>
          <p>{text.secondStep({ email: <strong className="break-words">{email.trim()}</strong> })}</p>
          <CodeField
            ref={focusOnArrival}
            label={text.code}
            hint={text.codeHint}
            name="code"
            isAlsoWords
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </>
      )}
      <Button type="submit" wide disabled={signIn.isPending}>
        {signIn.isPending ? text.signingIn : text.signInButton}
      </Button>
      {code === null ? (
        <>
          <OtherWays />
          <PasskeyButton isBusy={byPasskey.isPending} onPress={() => byPasskey.mutate()} />
        </>
      ) : (
        <Button
          variant="quiet"
          size="sm"
          className="self-start"
          onClick={() => {
            setCode(null)
            setRefusal(null)
          }}
        >
          {text.otherAccount}
        </Button>
      )}
    </form>
  )
}

const focusOnArrival = (input: HTMLInputElement | null) => input?.focus()

function findFault({ email, password, code }: Typed): { sentence: string; field: keyof Typed } | null {
  if (email === '') return { sentence: fieldError.signInIncomplete, field: 'email' }
  if (password === '') return { sentence: fieldError.signInIncomplete, field: 'password' }
  if (!email.includes('@')) return { sentence: fieldError.signInEmailInvalid, field: 'email' }
  return code === '' ? { sentence: text.codeRequired, field: 'code' } : null
}

function OtherWays() {
  const school = useSchool()
  const look = { className: 'link inline-flex min-h-11 items-center', target: '_blank', rel: 'noopener' }
  return (
    <p className="flex flex-wrap justify-between gap-x-6">
      <a {...look} href={school?.forgotPasswordUrl ?? '/forgot-password'}>
        {text.forgotPassword}
      </a>
      <a {...look} href={school?.signUpUrl ?? '/signup'}>
        {text.signUp}
      </a>
    </p>
  )
}

/**
 * The passkey button for staff. The button appears if the browser supports passkeys; its space is reserved from the
 * start.
 */
function PasskeyButton({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  const siteUrl = useSchool()?.siteUrl
  const isHydrated = useHydrated()
  if (siteUrl === undefined || passkeySite(siteUrl) === null) return null
  return (
    <div className="min-h-12">
      {isHydrated && passkeyObstacle(siteUrl) === null && (
        <Button variant="outline" wide busy={isBusy && text.waitingForDevice} onClick={onPress}>
          {text.byPasskey}
        </Button>
      )}
    </div>
  )
}

/** Loads the user if the sign-in response has no user. @throws ApiError, and then nobody is signed in */
async function loadUser(token: string): Promise<User> {
  session.begin(token, { isAdmin: false, name: '' })
  try {
    return await api('GET /api/auth/user')
  } catch (error) {
    session.end()
    throw error
  }
}

function refusalOf(error: unknown): string {
  if (error instanceof PasskeyFailure) return error.message
  if (!(error instanceof ApiError)) return text.failed
  // The specification shows whatever text the response has.
  const words = typeof error.body === 'string' ? error.body.trim() : wordsOf(error.body)
  return words || (sentencesOfStatus[error.status] ?? text.failed)
}
