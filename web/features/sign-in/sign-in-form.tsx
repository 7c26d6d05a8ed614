import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { signIn as endpoint, User } from '../../../contract/accounts.ts'
import type { EndpointResponse } from '../../../contract/endpoint.ts'
import { passkeySite } from '../../../contract/passkey-site.ts'
import { signInSentences } from '../../../contract/sign-in-sentences.ts'
import { ApiError, api } from '../../lib/api.ts'
import { knownDevice } from '../../lib/known-device.ts'
import { lastEmail } from '../../lib/last-email.ts'
import { PasskeyFailure, passkeyObstacle } from '../../lib/passkey-support.ts'
import { useSchool } from '../../lib/school.ts'
import { displayName, session } from '../../lib/session.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { WithoutScripts } from '../../lib/without-scripts.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'

const sentences = {
  ...signInSentences,
  noToken: 'No session token received from server.',
  fallback: 'Failed to connect to server.',
  codeRequired: 'Please enter the code of your authenticator app.',
}
const sentencesOfStatus: Record<number, string> = {
  0: 'Cannot connect to server. Please check that the server is running and reachable.',
  401: sentences.wrong,
  404: 'Authentication endpoint not found. Please check backend configuration.',
}

const redirectAfterMs = 100

interface Typed {
  email: string
  password: string
  code?: string
}

/** @throws ApiError, NoToken */
async function signInBy(typed: Typed): Promise<{ sessionToken: string; user: User }> {
  const answer: Partial<EndpointResponse<typeof endpoint>> | null = await api('POST /api/auth/signin', {
    body: knownDevice.sentWith(typed),
  })
  if (!answer?.sessionToken) throw new NoToken(sentences.noToken)
  const { sessionToken, deviceToken, user } = answer
  knownDevice.keep(deviceToken)
  return { sessionToken, user: user ?? (await userOf(sessionToken)) }
}

export function SignInForm({ onSignedIn }: { onSignedIn: (isAdmin: boolean) => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  /** Of the second step, for an account that asks for one; null in the first. */
  const [code, setCode] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const input = (name: keyof Typed) => form.current?.elements.namedItem(name) as HTMLInputElement | null

  // Read after hydration: the server does not know what this browser kept.
  useEffect(() => setEmail((typed) => typed || (lastEmail.read() ?? '')), [])

  function welcome({ sessionToken, user }: { sessionToken: string; user: User }) {
    session.begin(sessionToken, { isAdmin: user.usertype === 'admin', name: displayName(user) })
    lastEmail.write(null)
    toast({ title: `Welcome back, ${displayName(user)}! You've successfully signed in.`, tone: 'success' })
    setTimeout(() => onSignedIn(user.usertype === 'admin'), redirectAfterMs)
  }

  const signIn = useMutation({
    mutationFn: signInBy,
    onSuccess: welcome,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'totp_required') return setCode('')
      setRefusal(refusalOf(error))
      input('code')?.select()
    },
  })
  const byPasskey = useMutation({
    // Loaded at the first press, to keep the page small.
    mutationFn: async () => (await import('../../lib/passkeys.ts')).signInByPasskey(),
    onMutate: () => setRefusal(null),
    onSuccess: welcome,
    onError: (error) => setRefusal(refusalOf(error)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (signIn.isPending) return
    const typed = { email: email.trim(), password, ...(code !== null && { code: code.trim() }) }
    const fault = faultOf(typed)
    setRefusal(fault && fault.sentence)
    if (fault) input(fault.field)?.focus()
    else signIn.mutate(typed)
  }

  return (
    // `dialog`: before its script comes the browser sends nothing, and puts no password into the address.
    <form ref={form} noValidate method="dialog" onSubmit={submit} className="mt-8 flex flex-col gap-5">
      {code === null && <WithoutScripts />}
      <Note tone="error" role="alert">
        {refusal}
      </Note>
      {code === null ? (
        <>
          <TextField
            label="Email"
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
            label="Password"
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      ) : (
        <>
          <p>
            One more step for <strong className="break-words">{email.trim()}</strong>.
          </p>
          <CodeField
            ref={focusOnArrival}
            label="Code"
            hint="From your authenticator app, or one of your recovery codes"
            name="code"
            isAlsoWords
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </>
      )}
      <Button type="submit" wide disabled={signIn.isPending}>
        {signIn.isPending ? 'Signing in...' : 'Sign In'}
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
          Use another account
        </Button>
      )}
    </form>
  )
}

const focusOnArrival = (input: HTMLInputElement | null) => input?.focus()

/** What is missing, and where. */
function faultOf({ email, password, code }: Typed): { sentence: string; field: keyof Typed } | null {
  if (email === '') return { sentence: sentences.bothRequired, field: 'email' }
  if (password === '') return { sentence: sentences.bothRequired, field: 'password' }
  if (!email.includes('@')) return { sentence: sentences.emailInvalid, field: 'email' }
  return code === '' ? { sentence: sentences.codeRequired, field: 'code' } : null
}

function OtherWays() {
  const school = useSchool()
  const look = { className: 'link inline-flex min-h-11 items-center', target: '_blank', rel: 'noopener' }
  return (
    <p className="flex flex-wrap justify-between gap-x-6">
      <a {...look} href={school?.forgotPasswordUrl ?? '/forgot-password'}>
        Forgot your password?
      </a>
      <a {...look} href={school?.signUpUrl ?? '/signup'}>
        Sign up
      </a>
    </p>
  )
}

/** For staff who have added one. Shown once the browser is known to have passkeys; the place is kept from the start. */
function PasskeyButton({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  const siteUrl = useSchool()?.siteUrl
  const isHydrated = useHydrated()
  if (siteUrl === undefined || passkeySite(siteUrl) === null) return null
  return (
    <div className="min-h-12">
      {isHydrated && passkeyObstacle(siteUrl) === null && (
        <Button variant="outline" wide busy={isBusy && 'Waiting for your device...'} onClick={onPress}>
          Sign in with a passkey
        </Button>
      )}
    </div>
  )
}

/** For an answer that names nobody. @throws ApiError, and then nobody is signed in */
async function userOf(token: string): Promise<User> {
  session.begin(token, { isAdmin: false, name: '' })
  try {
    return await api('GET /api/auth/user')
  } catch (error) {
    session.end()
    throw error
  }
}

/** The server let somebody in and sent no token. */
class NoToken extends Error {}

/** The server's words where it has any, else what the status means. */
function refusalOf(error: unknown): string {
  if (error instanceof PasskeyFailure || error instanceof NoToken) return error.message
  if (!(error instanceof ApiError)) return sentences.fallback
  if (typeof error.body === 'string' && error.body.trim() !== '') return error.body
  if (error.message !== '') return error.message
  return sentencesOfStatus[error.status] ?? sentences.fallback
}
