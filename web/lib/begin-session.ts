import { forgetOwnWords, person } from './own-words.ts'
import { displayName, session } from './session.ts'
import { storage } from './storage.ts'

/** The user who signed in last, and their mark: a pressed sign-out changes the mark. */
const lastUser = storage('lastUser')

/** Drops the words that another user typed here; a guest's stay. */
export function beginSession(
  token: string,
  user: { id: string; usertype: string; firstname?: string | null; email?: string | null },
): void {
  const [last, mark] = lastUser.read()?.split(' ') ?? []
  if (last !== undefined && last !== user.id && mark === `${person.read()}`) forgetOwnWords()
  lastUser.write(`${user.id} ${person.read()}`)
  session.begin(token, { isAdmin: user.usertype === 'admin', name: displayName(user) })
}
