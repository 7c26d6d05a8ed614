import { forgetOwnWords, person } from './own-words.ts'
import { displayName, session } from './session.ts'
import { storage } from './storage.ts'

/** Who signed in last, and under which mark: a pressed sign-out changes the mark. */
const lastUser = storage('lastUser')

/** Somebody has signed in. What somebody else typed here is forgotten; what a guest typed stays. */
export function beginSession(
  token: string,
  user: { id: string; usertype: string; firstname?: string | null; email?: string | null },
): void {
  const [last, mark] = lastUser.read()?.split(' ') ?? []
  if (last !== undefined && last !== user.id && mark === `${person.read()}`) forgetOwnWords()
  lastUser.write(`${user.id} ${person.read()}`)
  session.begin(token, { isAdmin: user.usertype === 'admin', name: displayName(user) })
}
