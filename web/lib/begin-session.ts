import { forgetOwnWords, person } from './own-words.ts'
import { displayName, session } from './session.ts'
import { storage } from './storage.ts'

/** The user who signed in last, with the random id of that user in this browser. The Sign out button changes the id. */
const lastUser = storage('lastUser')

/** Begins a session. Drops text that another user typed here, but keeps text that a guest typed. */
export function beginSession(
  token: string,
  user: { id: string; usertype: string; firstname?: string | null; email?: string | null },
): void {
  const [last, mark] = lastUser.read()?.split(' ') ?? []
  if (last !== undefined && last !== user.id && mark === `${person.read()}`) forgetOwnWords()
  lastUser.write(`${user.id} ${person.read()}`)
  session.begin(token, { isAdmin: user.usertype === 'admin', name: displayName(user) })
}
