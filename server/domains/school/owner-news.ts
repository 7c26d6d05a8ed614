import type { Tx } from '../../db/schema.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../deps.ts'
import { type OwnerNews, ownersTold } from './school.letters.ts'

/** Tells every owner who can sign in, and `concerned`, whose account it is. */
export function createOwnerNews({ clock, ids, outbox }: Pick<Deps, 'clock' | 'ids' | 'outbox'>) {
  return async function tellOwners(
    tx: Tx,
    by: Pick<Actor, 'email'>,
    what: OwnerNews,
    about: string | null,
    concerned: string | null = null,
  ): Promise<void> {
    const told = await tx
      .selectFrom('user')
      .select(['id', 'email', 'name'])
      .where(({ or, and, eb }) =>
        or([
          and([eb('role', '=', 'owner'), eb('disabledAt', 'is', null)]),
          ...(concerned === null ? [] : [eb('id', '=', concerned)]),
        ]),
      )
      .orderBy('id')
      .execute()
    const news = { what, about, by: by.email, at: clock.now() }
    const cause = `owners-told:${ids.id()}`
    const letters = told.map(({ id, email, name }) => ({
      to: { email },
      cause: `${cause}:${id}`,
      words: ownersTold({ ...news, name: name === '' ? null : name }),
    }))
    await outbox.tell(tx, ...letters)
  }
}
