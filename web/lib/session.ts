import { onOtherTabs } from './other-tabs.ts'
import { storage } from './storage.ts'

export const sessionTokenKey = 'sessionToken'
const token = storage(sessionTokenKey)
const isAdmin = storage('isAdmin')
const userName = storage('userName')

const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** The admin flag is stored for an admin only. */
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
  /** The token stays. */
  forgetUser: () => describe(null),
  forgetAdmin() {
    isAdmin.write(null)
    tell()
  },
  end() {
    token.write(null)
    describe(null)
  },
  /** Also told of other tabs' changes. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    const leave = onOtherTabs(listener)
    return () => {
      listeners.delete(listener)
      leave()
    }
  },
}

/** The first name, else the e-mail's part before the @, else 'User'. */
export function displayName(user: { firstname?: string | null; email?: string | null }): string {
  return user.firstname?.trim() || user.email?.split('@')[0] || 'User'
}
