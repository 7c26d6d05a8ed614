import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { OutboxMessage } from '../../platform/outbox.ts'
import type { Deps } from '../deps.ts'
import { type OwnerNews, ownersTold } from './school.letters.ts'

/** Tells the owners what somebody changed, so that an intruder is noticed. */
export function createOwnerNews({ clock, ids, outbox }: Pick<Deps, 'clock' | 'ids' | 'outbox'>) {
  /** Makes the e-mails to every enabled owner, to the account with the id `concerned`, and to the address `mailbox`. */
  async function lettersToOwners(
    tx: Tx,
    by: Pick<Actor, 'email'>,
    what: OwnerNews,
    about: string | null,
    { concerned = null, mailbox = null }: { concerned?: string | null; mailbox?: string | null } = {},
  ) {
    const readers = await tx
      .selectFrom('user')
      .select(['id', 'email', 'name'])
      .where((eb) =>
        eb.or([
          eb.and({ role: 'owner', disabledAt: null }),
          ...(concerned === null ? [] : [eb('id', '=', concerned)]),
        ]),
      )
      .orderBy('id')
      .execute()
    const news = { what, about, by: by.email, at: clock.now() }
    const cause = `owners-told:${ids.id()}`
    const letters: OutboxMessage[] = readers.map(({ id, email, name }) => ({
      to: { email },
      cause: `${cause}:${id}`,
      words: ownersTold({ ...news, name: name === '' ? null : name }),
    }))
    if (mailbox !== null && readers.every(({ email }) => email !== mailbox)) {
      const words = ownersTold({ ...news, name: null })
      letters.push({ to: { email: mailbox }, cause: `${cause}:mailbox`, words, isProved: true })
    }
    return letters
  }

  async function tellOwners(...[tx, ...news]: Parameters<typeof lettersToOwners>) {
    await outbox.tell(tx, ...(await lettersToOwners(tx, ...news)))
  }

  return { lettersToOwners, tellOwners }
}
