import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { displayName } from './session.ts'

const user = (id: string) => ({ id, usertype: 'user', firstname: 'Meena' })

function place() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  }
}

/**
 * Opens a tab. Each tab has its own `sessionStorage` and runs its own code. All tabs share the browser's
 * `localStorage`.
 */
async function openTab() {
  const own = place()
  vi.resetModules()
  vi.stubGlobal('sessionStorage', own)
  const [{ session }, { beginSession }, words] = await Promise.all([
    import('./session.ts'),
    import('./begin-session.ts'),
    import('./own-words.ts'),
  ])
  const draft = words.ownWords('checkoutDraft')
  return {
    session,
    begin: beginSession,
    signOut: () => {
      words.forgetOwnWords()
      session.end()
    },
    draft,
    forgetOthers: words.forgetOthers,
    stored: () => own.getItem('checkoutDraft'),
    /** Makes this the tab in which the code runs. */
    be: () => void vi.stubGlobal('sessionStorage', own),
  }
}

describe('the draft of a form that a visitor has typed', () => {
  beforeEach(() => void vi.stubGlobal('localStorage', place()))
  afterEach(() => void vi.unstubAllGlobals())

  test.each<[string, boolean, (tab: Awaited<ReturnType<typeof openTab>>) => void]>([
    ['a sign-out', false, ({ signOut }) => signOut()],
    ['the end of the session', true, ({ session }) => session.end()],
    [
      'a new sign-in of the same person',
      true,
      ({ session, begin }) => {
        session.end()
        begin('another', user('meena'))
      },
    ],
    [
      'a sign-in of another person',
      false,
      ({ session, begin }) => {
        session.end()
        begin('another', user('arun'))
      },
    ],
  ])('after %s the drafts in both tabs of the visitor are kept: %s', async (_, stays, happens) => {
    const tab = await openTab()
    tab.begin('token', user('meena'))
    tab.draft.write('this')
    const other = await openTab()
    other.draft.write('that')
    tab.be()
    happens(tab)
    expect(tab.draft.read()).toBe(stays ? 'this' : null)
    other.be()
    other.forgetOthers()
    expect(other.stored()).toBe(stays ? 'that' : null)
  })

  test('the draft that a guest typed is kept when the guest signs in', async () => {
    const tab = await openTab()
    tab.draft.write('this')
    tab.session.begin('token', { isAdmin: false, name: '' })
    tab.begin('token', user('meena'))
    expect(tab.draft.read()).toBe('this')
  })

  test('a tab that slept during the sign-out in another tab drops its old draft, and keeps later drafts', async () => {
    const asleep = await openTab()
    asleep.begin('token', user('meena'))
    asleep.draft.write('that')
    const tab = await openTab()
    tab.signOut()
    asleep.be()
    expect(asleep.draft.read()).toBeNull()
    asleep.draft.write('of the next')
    expect(asleep.draft.read()).toBe('of the next')
  })
})

test.each([
  [{ firstname: 'Kavitha', email: 'k@malar.example' }, 'Kavitha'],
  [{ firstname: ' ', email: 'kavitha.r@malar.example' }, 'kavitha.r'],
  [{ firstname: null, email: null }, 'User'],
  [{}, 'User'],
])('the display name of %j is %s', (user, name) => {
  expect(displayName(user)).toBe(name)
})
