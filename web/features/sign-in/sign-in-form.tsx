import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { User } from '../../../contract/accounts.ts'
import { signInSentences } from '../../../contract/sign-in-sentences.ts'
import { ApiError, api } from '../../lib/api.ts'
import { knownDevice } from '../../lib/known-device.ts'
import { lastEmail } from '../../lib/last-email.ts'
import { PasskeyFailure } from '../../lib/passkey-support.ts'
import { useSchool } from '../../lib/school.ts'
import { displayName, session } from '../../lib/session.ts'
import { WithoutScripts } from '../../lib/without-scripts.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { PasskeyButton } from './passkey-button.tsx'

const sentences = {
  ...signInSentences,
  noToken: 'No session token received from server.',
  network: 'Cannot connect to server. Please check that the server is running and reachable.',
  notFound: 'Authentication endpoint not found. Please check backend configuration.',
  fallback: 'Failed to connect to server.',
  codeRequired: 'Please enter the code of your authenticator app.',
}

const redirectAfterMs = 100

interface Typed {
  email: string
  password: string
  code?: string
}

/** @throws ApiError, NoToken */
async function signInBy(typed: Typed): Promise<{ sessionToken: string; user: User }> {
  const deviceTokens = knownDevice.tokens()
  const body = deviceTokens.length > 0 ? { ...typed, deviceTokens } : typed
  const answer = (await api('POST /api/auth/signin', { body })) as {
    sessionToken?: string
    deviceToken?: string
    user?: User
  } | null
  if (!answer?.sessionToken) throw new NoToken()
  const { sessionToken, deviceToken } = answer
  knownDevice.keep(deviceToken)
  return { sessionToken, user: answer.user ?? (await userOf(sessionToken)) }
}

export function SignInForm({ onSignedIn }: { onSignedIn: (isAdmin: boolean) => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  /** Of the second step, for an account that asks for one; null in the first. */
  const [code, setCode] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const codeInput = useRef<HTMLInputElement>(null)

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
      if (code !== null) codeInput.current?.select()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (signIn.isPending) return
    const typed = { email: email.trim(), password }
    if (typed.email === '' || password === '') {
      setRefusal(sentences.bothRequired)
      ;(typed.email === '' ? emailInput : passwordInput).current?.focus()
    } else if (!typed.email.includes('@')) {
      setRefusal(sentences.emailInvalid)
      emailInput.current?.focus()
    } else if (code?.trim() === '') {
      setRefusal(sentences.codeRequired)
      codeInput.current?.focus()
    } else {
      setRefusal(null)
      signIn.mutate(code === null ? typed : { ...typed, code: code.trim() })
    }
  }

  const note = refusal !== null && (
    <Note tone="error" role="alert">
      {refusal}
    </Note>
  )
  const button = (
    <Button type="submit" wide disabled={signIn.isPending}>
      {signIn.isPending ? 'Signing in...' : 'Sign In'}
    </Button>
  )

  if (code !== null) {
    return (
      <form noValidate onSubmit={submit} className="mt-8 flex flex-col gap-5">
        {note}
        <SecondStep
          email={email.trim()}
          code={code}
          input={codeInput}
          button={button}
          onCode={setCode}
          onLeave={() => {
            setCode(null)
            setRefusal(null)
          }}
        />
      </form>
    )
  }

  return (
    // `dialog`: before its script comes the browser sends nothing, and puts no password into the address.
    <form noValidate method="dialog" onSubmit={submit} className="mt-8 flex flex-col gap-5">
      <WithoutScripts />
      {note}
      <TextField
        ref={emailInput}
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
        ref={passwordInput}
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {button}
      <OtherWays />
      <PasskeyButton
        onPress={() => setRefusal(null)}
        onAnswer={welcome}
        onError={(error) => setRefusal(refusalOf(error))}
      />
    </form>
  )
}

function SecondStep({
  email,
  code,
  input,
  button,
  onCode,
  onLeave,
}: {
  email: string
  code: string
  input: RefObject<HTMLInputElement | null>
  button: ReactNode
  onCode: (code: string) => void
  onLeave: () => void
}) {
  useEffect(() => input.current?.focus(), [input])
  return (
    <>
      <p>
        One more step for <strong className="break-words">{email}</strong>.
      </p>
      <CodeField
        ref={input}
        label="Code"
        hint="From your authenticator app, or one of your recovery codes"
        name="code"
        isAlsoWords
        value={code}
        onChange={(event) => onCode(event.target.value)}
      />
      {button}
      <Button variant="quiet" size="sm" className="self-start" onClick={onLeave}>
        Use another account
      </Button>
    </>
  )
}

function OtherWays() {
  const school = useSchool()
  return (
    <p className="flex flex-wrap justify-between gap-x-6">
      <a
        className="link inline-flex min-h-11 items-center"
        href={school?.forgotPasswordUrl ?? '/forgot-password'}
        target="_blank"
        rel="noopener"
      >
        Forgot your password?
      </a>
      <a
        className="link inline-flex min-h-11 items-center"
        href={school?.signUpUrl ?? '/signup'}
        target="_blank"
        rel="noopener"
      >
        Sign up
      </a>
    </p>
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

class NoToken extends Error {}

/** The server's words where it has any, else what the status means. */
function refusalOf(error: unknown): string {
  if (error instanceof NoToken) return sentences.noToken
  if (error instanceof PasskeyFailure) return error.message
  if (!(error instanceof ApiError)) return sentences.fallback
  if (typeof error.body === 'string' && error.body.trim() !== '') return error.body
  if (error.message !== '') return error.message
  if (error.status === 401) return sentences.wrong
  if (error.status === 0) return sentences.network
  if (error.status === 404) return sentences.notFound
  return sentences.fallback
}
