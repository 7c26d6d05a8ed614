import { onOtherTabs } from './other-tabs.ts'

/** Under which the token is kept: what other tabs do to it comes as a `storage` event of this key. */
export const sessionTokenKey = 'sessionToken'
/** P§3, B§3: what the browser keeps of a session. */
const keys = { token: sessionTokenKey, isAdmin: 'isAdmin', userName: 'userName' } as const

const listeners = new Set<() => void>()

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // storage is switched off: nobody is signed in
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // storage is switched off or full: the page works, the session ends with it
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}

export const session = {
  token: () => read(keys.token),
  isAdmin: () => read(keys.isAdmin) === 'true',
  userName: () => read(keys.userName),

  /** B§4: the admin flag is stored only for an admin, otherwise removed. */
  begin(token: string, user: { isAdmin: boolean; name: string }) {
    write(keys.token, token)
    write(keys.isAdmin, user.isAdmin ? 'true' : null)
    write(keys.userName, user.name)
    tell()
  },
  describe(user: { isAdmin: boolean; name: string }) {
    write(keys.isAdmin, user.isAdmin ? 'true' : null)
    write(keys.userName, user.name)
    tell()
  },
  /** P§8: a failed user lookup clears the admin flag and the name; the token stays. */
  forgetUser() {
    write(keys.isAdmin, null)
    write(keys.userName, null)
    tell()
  },
  forgetAdmin() {
    write(keys.isAdmin, null)
    tell()
  },
  end() {
    write(keys.token, null)
    write(keys.isAdmin, null)
    write(keys.userName, null)
    tell()
  },
  /** Also hears what other tabs do. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    const leave = onOtherTabs(listener)
    return () => {
      listeners.delete(listener)
      leave()
    }
  },
}

/** P§2: the first name, else what stands before the @, else 'User'. */
export function displayName(user: { firstname?: string | null; email?: string | null }): string {
  return user.firstname?.trim() || user.email?.split('@')[0] || 'User'
}
