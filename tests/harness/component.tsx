import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import type { EndpointResponse } from '../../contract/endpoint.ts'
import type { Api, ApiKey } from '../../contract/index.ts'
import { type Fallbacks, noFallbacks } from '../../contract/school/fallbacks.ts'
import type { School } from '../../contract/school/school.ts'
import demonstration from '../../server/db/seed/data/settings.json' with { type: 'json' }
import { send } from '../../web/lib/api.ts'
import { fallbacksQuery } from '../../web/lib/fallbacks.ts'
import { forgetOwnWords } from '../../web/lib/own-words.ts'
import { PageAssetsProvider } from '../../web/lib/page-context.tsx'
import { createQueryClient } from '../../web/lib/query.ts'
import { dismissToast, getToast } from '../../web/ui/toast-store.ts'
import { Toaster } from '../../web/ui/toaster.tsx'
import { demonstrationTexts } from './demonstration-texts.ts'

/**
 * The answer that a test gives to a call. `offline`: the call fails. `never`: the call gets no answer. `text` is a body
 * that may be no JSON.
 */
type Answer<Body = unknown> =
  | { json: Body }
  | { status: number; json: unknown }
  | { text: string }
  | 'offline'
  | 'never'

type Given<Body = unknown> = Answer<Body> | Promise<Answer<Body>>

interface Call {
  path: string
  query: Record<string, string>
  body: unknown
  /** The `Idempotency-Key` header, which makes repeating a call safe. */
  key: string | undefined
}

interface Wire {
  /** Answers a call (`'GET /api/courses/:id'`) from now on. A call for which a test sets no answer fails the test. */
  answer<K extends ApiKey>(
    call: K,
    answer: Answer<EndpointResponse<Api[K]>> | ((call: Call) => Given<EndpointResponse<Api[K]>>),
  ): Call[]
}

const unanswered: string[] = []

// Waits as long as the journeys do, because a busy machine answers late.
configure({ asyncUtilTimeout: 10_000 })

class Unmeasured {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Resets jsdom after each test of the file. A test file calls this function once, at its top. */
export function componentTests(): void {
  beforeEach(() => {
    vi.stubGlobal('ResizeObserver', Unmeasured)
    vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, String.raw`\$&`) })
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { media, matches: false }),
    )
    // These stand-ins are needed, because jsdom has no layout, no idle callbacks, no Trusted Types and no top layer.
    Element.prototype.scrollIntoView = () => undefined
    HTMLDialogElement.prototype.close = () => undefined
    Element.prototype.scrollTo = () => undefined
    vi.stubGlobal('scrollTo', () => undefined)
    // jsdom runs all animation frames by one interval, which stops forever if a test with a fake clock has started it.
    vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) =>
      setTimeout(() => draw(performance.now()), 16),
    )
    vi.stubGlobal('cancelAnimationFrame', (frame: number) => clearTimeout(frame))
    vi.stubGlobal('requestIdleCallback', (then: () => void) => setTimeout(then))
    vi.stubGlobal('sitePolicy', { createHTML: (drawing: string) => drawing })
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
    forgetOwnWords()
    localStorage.clear()
    sessionStorage.clear()
    const shown = getToast()
    if (shown) dismissToast(shown.id)
    const calls = unanswered.splice(0)
    if (calls.length > 0) throw new Error(`No answer is given to ${calls.join(', ')}`)
  })
}

/** The school as the server describes it, without pictures. */
export const theSchool: School = {
  name: 'Malar',
  tagline: 'Flowers are a craft',
  city: 'Chennai',
  address: ['14 Malligai Street, Mylapore', 'Chennai 600 004'],
  phone: '+91 44 2461 0000',
  whatsapp: '+91 98400 12345',
  email: 'hello@malar.example',
  instagram: '',
  facebook: '',
  youtube: '',
  shopUrl: '/store',
  forgotPasswordUrl: '',
  signUpUrl: '',
  mapQuery: 'Malar, Mylapore',
  geo: '',
  whatToBring: '',
  popupDays: 1,
  popupAsksEmailAlone: false,
  groupMax: 6,
  courseRating: 4.5,
  noTopics: 'No features listed',
  footerLine: 'Flowers are a craft',
  copyrightYear: 2024,
  isOpen: true,
  parts: { hall: true, store: true, sampleShop: true, journal: true, popup: true },
  siteUrl: 'https://malar.example',
  closedDays: [],
  upi: { id: '', name: '' },
  isDemonstration: true,
  simulatedPayments: true,
  canBePaid: true,
  sendsEmails: true,
  pictures: { logo: null },
}

/** The policies that dialogs name, as the server lists them. */
export const theTerms = (['terms', 'course-terms'] as const).map((kind) => ({
  kind,
  title: 'Terms',
  hash: `hash-of-${kind}`,
  summary: kind === 'terms' ? null : 'You can cancel your seat until it begins.',
}))

/** Answers to the call for the terms from which nobody can learn what is accepted. */
export const badTerms: [string, Answer][] = [
  ['not answered', 'offline'],
  ['refused', { status: 500, json: null }],
  ['an empty list', { json: { success: true, data: [] } }],
  ['those of something else', { json: { success: true, data: [{ ...theTerms[0], kind: 'privacy' }] } }],
  ['no list', { json: { success: true, data: {} } }],
  ['cut off', { text: '{"success":true,"data":[{"kind":"course-te' }],
  ['a page of a proxy', { text: '<html><body>Sign in to the network</body></html>' }],
]

export const demonstrationFallbacks: Fallbacks = {
  ...noFallbacks,
  ...demonstration.fallbacks,
  texts: demonstrationTexts,
}

/**
 * Renders a part of a page in jsdom, with toasts, at the address `at`; `stubWire` answers calls in the server's place.
 * `fallbacks` defaults to the demonstration's.
 */
export function drawn(
  part: ReactNode,
  { at = '/', fallbacks = demonstrationFallbacks }: { at?: string; fallbacks?: Fallbacks } = {},
) {
  const router = createMemoryRouter([{ path: '*', element: part }], { initialEntries: [at] })
  const client = createQueryClient((key, input, signal) => send(key, input, { signal }))
  client.setQueryData(fallbacksQuery().queryKey, fallbacks)
  const screen = render(
    <PageAssetsProvider value={{ siteUrl: 'https://malar.example', today: '2026-03-02', missingAt: null }}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </PageAssetsProvider>,
  )
  const address = () => {
    const { pathname, search, hash } = router.state.location
    return pathname + search + hash
  }
  return { ...screen, address, client, user: userEvent.setup({ delay: null }) }
}

/** Answers calls instead of a server. The page refuses an answer that does not fit its endpoint's schema. */
export function stubWire(): Wire {
  // The server puts the school's data into every page.
  const answers: { method: string; path: RegExp; calls: Call[]; give: (call: Call) => Given }[] = [
    { method: 'GET', path: /^\/api\/school$/, calls: [], give: () => ({ json: theSchool }) },
    {
      method: 'GET',
      path: /^\/api\/policies$/,
      calls: [],
      give: () => ({ json: { success: true, data: theTerms } }),
    },
    {
      method: 'GET',
      path: /^\/api\/admin\/state-counts$/,
      calls: [],
      give: () => ({ json: { success: true, data: { '': 1 } } }),
    },
  ]
  vi.stubGlobal(
    'fetch',
    async (
      address: string,
      {
        method = 'GET',
        body,
        headers = {},
        signal,
      }: { method?: string; body?: string; headers?: Record<string, string>; signal?: AbortSignal } = {},
    ) => {
      const { pathname, searchParams } = new URL(address, 'https://malar.example')
      const answer = answers.find((one) => one.method === method && one.path.test(pathname))
      if (!answer) {
        unanswered.push(`${method} ${pathname}`)
        throw new TypeError('Failed to fetch')
      }
      const call = {
        path: pathname,
        query: Object.fromEntries(searchParams),
        body: body === undefined ? undefined : (JSON.parse(body) as unknown),
        key: headers['idempotency-key'],
      }
      answer.calls.push(call)
      const given = await answer.give(call)
      if (given === 'offline') throw new TypeError('Failed to fetch')
      if (given === 'never')
        return new Promise((_, refuse) => signal?.addEventListener('abort', () => refuse(signal.reason)))
      if ('text' in given)
        return new Response(given.text, { headers: { 'content-type': 'application/json' } })
      return Response.json(given.json, { status: 'status' in given ? given.status : 200 })
    },
  )
  return {
    answer(call, answer) {
      const [method = '', path = ''] = call.split(' ')
      const calls: Call[] = []
      answers.unshift({
        method,
        path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
        calls,
        give: typeof answer === 'function' ? answer : () => answer,
      })
      return calls
    },
  }
}
