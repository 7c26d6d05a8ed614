import { randomBytes } from 'node:crypto'
import { type PasskeySite, passkeySite } from '../../../../contract/accounts/passkey-site.ts'
import * as contract from '../../../../contract/accounts/passkeys.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import { beginningOf } from '../../../../contract/graphemes.ts'
import { insertUnlessThere } from '../../../db/guards.ts'
import type { Tx } from '../../../db/schema.ts'
import type { Caller } from '../../../http/context.ts'
import type { Actor } from '../../../platform/audit.ts'
import { addMs } from '../../../platform/clock.ts'
import { presented } from '../../../platform/presented.ts'
import { tokenHash } from '../../../platform/tokens.ts'
import { type AccountParts, requireUser } from '../account-parts.ts'
import { displayNameOf } from '../accounts.presenter.ts'
import type { UserRow } from '../accounts.repository.ts'
import type { AccountsService } from '../accounts.service.ts'
import type { ConfirmationService } from '../confirmation.service.ts'
import type { Browser } from '../devices/known-devices.ts'
import type { PasskeyRow } from './passkeys.repository.ts'
import * as repository from './passkeys.repository.ts'
import { algorithms, challengeOf, verifyNew, verifySigned } from './webauthn.ts'

export const challengeMsMax = 5 * 60_000
/**
 * The number of open sign-in challenges of all callers together. Beyond this number, the oldest challenge is deleted.
 */
export const signInChallengesMax = 2_000

type Purpose = 'register' | 'sign-in'

export function createPasskeysService(
  { db, clock, ids, config, log, school, trail }: AccountParts,
  accounts: AccountsService,
  confirmation: ConfirmationService,
) {
  return {
    list: async (userId: string) => (await repository.listPasskeysOf(db.read, userId)).map(present),

    /** @throws DomainError `limit_reached`; `conflict` if passkeys do not work at this site's address */
    async askToAdd(userId: string): Promise<contract.CreationOptions> {
      const { rpId } = requireSite()
      const user = await requireUser(db.read, userId)
      const own = await repository.listPasskeysOf(db.read, userId)
      if (own.length >= contract.passkeysMax) throw tooMany()
      return {
        challenge: await newChallenge('register', userId),
        rp: { id: rpId, name: (await school.current()).name },
        user: { id: handleOf(userId), name: user.email, displayName: displayNameOf(user) },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: own.map((row) => ({
          type: 'public-key',
          id: row.credential_id,
          transports: JSON.parse(row.transports) as string[],
        })),
        // The sign-in does not ask for an email address, so the device must store which account the passkey belongs to.
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
        timeout: challengeMsMax,
      }
    },

    /** @throws DomainError `passkey_refused`; `limit_reached`; `conflict` if the credential exists */
    async add(by: Actor, { name, credential }: { name: string; credential: contract.NewCredential }) {
      const challenge = challengeOf(credential)
      await spendChallenge('register', by.userId, challenge)
      const made = await refuseUnverified(verifyNew(requireSite(), challenge, credential))
      return db.transaction(async (tx) => {
        const user = await repository.lockUser(tx, by.userId)
        if (user === undefined) throw new DomainError('unauthenticated')
        const taken = new Set((await repository.listPasskeysOf(tx, user.id)).map(({ slot }) => slot))
        const slot = Array.from({ length: contract.passkeysMax }, (_, n) => n + 1).find(
          (one) => !taken.has(one),
        )
        if (slot === undefined) throw tooMany()
        const row: PasskeyRow = {
          id: ids.id(),
          user_id: user.id,
          slot,
          ...made,
          transports: JSON.stringify(credential.response.transports ?? []),
          name,
          created_at: clock.now(),
          last_used_at: null,
        }
        if (!(await insertUnlessThere(tx, 'passkey', row, 'credential_id'))) throw refusal('passkey-known')
        await trail.record(tx, by, user, { after: { passkey: name } })
        await trail.tellOfSecurity(tx, user, 'passkey-added')
        return present(row)
      })
    },

    async rename(by: Actor, id: string, name: string) {
      return db.transaction(async (tx) => {
        const user = await repository.lockUser(tx, by.userId)
        const row = await repository.findPasskeyOf(tx, by.userId, id)
        if (user === undefined || row === undefined) throw new DomainError('not_found')
        await tx.updateTable('passkey').set({ name }).where('id', '=', id).execute()
        await trail.record(tx, by, user, { before: { passkey: row.name }, after: { passkey: name } })
        return present({ ...row, name })
      })
    },

    async remove(by: Actor, id: string) {
      await db.transaction(async (tx) => {
        const own = tx.deleteFrom('passkey').where('user_id', '=', by.userId).where('id', '=', id)
        const row = await own.returningAll().executeTakeFirst()
        if (row === undefined) throw new DomainError('not_found')
        const user = await requireUser(tx, by.userId)
        await trail.record(tx, by, user, { before: { passkey: row.name } })
        await trail.tellOfSecurity(tx, user, 'passkey-removed')
      })
    },

    /** @throws DomainError `conflict` if passkeys do not work at this site's address */
    async askToSignIn(): Promise<contract.RequestOptions> {
      const { rpId } = requireSite()
      return {
        challenge: await newChallenge('sign-in', null),
        rpId,
        userVerification: 'required',
        timeout: challengeMsMax,
      }
    },

    async signIn(credential: contract.SignedCredential, browser: Browser) {
      const passkey = await verifyPasskey(credential)
      return accounts.openSession(passkey.user_id, browser, passkey.id)
    },

    async confirm({ userId, sessionId }: Caller, credential: contract.SignedCredential) {
      if ((await verifyPasskey(credential)).user_id !== userId) throw refusal('passkey-unknown')
      await confirmation.mark(sessionId)
    },
  }

  async function verifyPasskey(credential: contract.SignedCredential) {
    const challenge = challengeOf(credential)
    await spendChallenge('sign-in', null, challenge)
    const known = db.read.selectFrom('passkey').selectAll().where('credential_id', '=', credential.id)
    const passkey = await known.executeTakeFirst()
    if (passkey === undefined || credential.response.userHandle !== handleOf(passkey.user_id)) {
      throw refusal('passkey-unknown')
    }
    const signed = await refuseUnverified(
      verifySigned(requireSite(), challenge, credential, passkey.public_key),
    )
    // A throw would roll back the record of a copied passkey, so the transaction returns the reason for the refusal.
    const reason = await db.transaction(async (tx) => {
      const user = await repository.lockUser(tx, passkey.user_id)
      if (user === undefined || user.disabledAt !== null || user.usertype !== 'admin') {
        return 'passkey-unknown'
      }
      if (await repository.usePasskey(tx, passkey.id, { ...signed, last_used_at: clock.now() })) return null
      const now = await repository.findPasskeyOf(tx, user.id, passkey.id)
      if (now === undefined) return 'passkey-unknown'
      await recordCopy(tx, user, now, signed.counter)
      return 'passkey-copied'
    })
    if (reason !== null) throw refusal(reason)
    return passkey
  }

  /** Returns the site's address from the configuration, never from a caller. @throws DomainError `conflict` */
  function requireSite(): PasskeySite {
    const site = passkeySite(config.siteUrl)
    if (site === null) throw refusal('passkeys-impossible')
    return site
  }

  async function newChallenge(purpose: Purpose, userId: string | null): Promise<string> {
    const challenge = randomBytes(32).toString('base64url')
    const now = clock.now()
    const row = { challenge_hash: tokenHash(challenge), purpose, user_id: userId }
    await db.transaction(async (tx) => {
      await repository.pruneChallenges(tx, now, signInChallengesMax - 1)
      await repository.insertChallenge(tx, { ...row, expires_at: addMs(now, challengeMsMax) })
    })
    return challenge
  }

  /** A challenge is valid for one attempt, even a failed one. */
  async function spendChallenge(purpose: Purpose, userId: string | null, challenge: string) {
    const given = { challenge_hash: tokenHash(challenge), purpose, user_id: userId }
    if (!(await repository.takeChallenge(db.write, given, clock.now()))) throw refusal('passkey-late')
  }

  async function refuseUnverified<T>(verifying: Promise<T>): Promise<T> {
    try {
      return await verifying
    } catch (error) {
      if (error instanceof DomainError) throw error
      // The reason is logged, because a wrong origin is a mistake in the configuration.
      log.info({ reason: beginningOf(String(error), 300) }, 'a passkey was rejected')
      throw new DomainError('passkey_refused')
    }
  }

  async function recordCopy(tx: Tx, user: UserRow, passkey: PasskeyRow, given: number) {
    const { id, name, counter } = passkey
    const refused = `the counter of the passkey ${name} should be above ${counter}, but it was ${given}`
    await trail.record(tx, null, user, { after: { 'sign-in refused': refused } })
    // A copy of the passkey does not raise the counter, and the e-mail's key contains the counter. Many attempts with a
    // copy therefore send only one e-mail.
    await trail.tellOfSecurity(tx, user, 'passkey-copied', `passkey-copied:${id}:${counter}`)
  }
}

function present(row: PasskeyRow): contract.Passkey {
  return presented(contract.passkey, row, { isSynced: row.is_backed_up === 1, lastUsedAt: row.last_used_at })
}

/** Makes the user handle from the account's id. The device stores the handle with the key. */
function handleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

const tooMany = () => refusal('passkeys-full', { facts: { max: contract.passkeysMax } })
