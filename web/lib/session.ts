import { onOtherTabs } from './other-tabs.ts'
import { storage } from './storage.ts'

/** Under which the token is kept: what other tabs do to it comes as a `storage` event of this key. */
export const sessionTokenKey = 'sessionToken'
/** P§3, B§3: what the browser keeps of a session. */
const token = storage(sessionTokenKey)
const isAdmin = storage('isAdmin')
const userName = storage('userName')

const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** Null: nobody is described. B§4: the admin flag is stored only for an admin, otherwise removed. */
function describe(user: { isAdmin: boolean; name: string } | null): void {
  isAdmin.write(user?.isAdmin ? 'true' : null)
  userName.write(user && user.name)
  tell()
}

export const session = {
  token: token.read,
  isAdmin: () => isAdmin.read() === 'true',
  userName: userName.read,

  begin(newToken: string, user: { isAdmin: boolean; name: string }) {
    token.write(newToken)
    describe(user)
  },
  describe,
  /** P§8: a failed user lookup clears the admin flag and the name; the token stays. */
  forgetUser: () => describe(null),
  forgetAdmin() {
    isAdmin.write(null)
    tell()
  },
  end() {
    token.write(null)
    describe(null)
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
