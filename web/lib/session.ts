import * as text from './lib.en.ts'
import { storage } from './storage.ts'
import { onStoredChange, tellStoredChange } from './stored-changes.ts'

export const sessionTokenKey = 'sessionToken'
const token = storage(sessionTokenKey)
const isAdmin = storage('isAdmin')
const userName = storage('userName')

function describe(user: { isAdmin: boolean; name: string } | null): void {
  isAdmin.write(user?.isAdmin ? 'true' : null)
  userName.write(user && user.name)
  tellStoredChange()
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
  forgetUser: () => describe(null),
  forgetAdmin() {
    isAdmin.write(null)
    tellStoredChange()
  },
  /** Ends the session. Typed text stays for the next sign-in of the same person. */
  end() {
    token.write(null)
    describe(null)
  },
  subscribe: onStoredChange,
}

/** Returns the first name, otherwise the e-mail's part before the @, otherwise 'User'. */
export function displayName(user: { firstname?: string | null; email?: string | null }): string {
  return user.firstname?.trim() || user.email?.split('@')[0] || text.nameless
}
