import { type Insertable, sql } from 'kysely'
import { placeholderAddress } from '../../contract/accounts/placeholder-address.ts'
import { refusal } from '../../contract/errors.ts'
import { prepareInsert } from '../db/prepared.ts'
import type { Schema, Tx } from '../db/schema.ts'
import { demonstrationOf, readSettings, settingText } from '../db/settings.ts'
import { takeLast } from '../db/transaction.ts'
import { askingNetwork } from './asking-network.ts'
import { addMs, type Clock } from './clock.ts'
import type { Ids } from './ids.ts'
import { lettersOfNetworkMax, lineUp, linksOfNetworkMax, takeLetter } from './letter-quota.ts'
import type { Letters, Words } from './messages/letter-kinds.ts'
import * as text from './outbox.en.ts'
import { countLetters, findProved, mailboxOf, type Proved, uncountLetters } from './recipients.ts'
import type { Seal } from './seal.ts'

type Row = Insertable<Schema['outbox']>

export const lettersADayMax = 10

export interface Person {
  email: string
  /** Ten digits; required for messages that are also sent by chat. */
  phone?: string | null
  locale?: string
}

export interface OutboxMessage {
  to: Person | 'school'
  /** The event, e.g. `enrolment:abc:confirmed`. A second message with the same cause is dropped. */
  cause: string
  words: Words
  /** The message's seat or waiting-list entry, such as `enrolment:abc`; by default the beginning of the cause. */
  about?: string
  waitMs?: number
  /** Makes the cause of a message unique, so that a message can be sent again on purpose. */
  turn?: string
  /**
   * True for a message about a payment or an action of staff. The message does not count towards the limits, because
   * strangers cannot cause many such messages.
   */
  isOwed?: boolean
  /**
   * Set for messages about a seat or an order: true if a link, a sign-in, staff or money has proved the identity of the
   * person. Typed text is repeated only if this is true (decision 0130). Undefined for other messages, which repeat
   * typed text if the address is proved.
   */
  isProved?: boolean
  /**
   * True once the person has paid. A chat message repeats typed text only then, because somebody else may have typed
   * the phone number too (decision 0118).
   */
  isPaid?: boolean
}

/** A message that is being sent cannot be withdrawn. */
const unsent: Row['status'][] = ['queued', 'by-hand', 'held']

function subjectOf(cause: string): string | null {
  return /^(?:enrolment|event-booking|waiting-list):[^:]+/.exec(cause)?.[0] ?? null
}

const causeBegins = (about: string) =>
  sql<boolean>`substr(cause, 1, ${sql.lit(about.length + 1)}) = ${`${about}:`}`

const insertNews = prepareInsert('outbox', (insert) =>
  insert.onConflict((conflict) => conflict.column('cause').doNothing()).returning('id'),
)

interface Reached {
  email: string
  phone: string
}

export type Outbox = ReturnType<typeof createOutbox>

interface OutboxDeps {
  clock: Clock
  ids: Ids
  seal: Seal
  letters: Letters
  /** The school's address and phone number, which are used until staff store others. */
  schoolVariables: { EMAIL?: string | undefined; PHONE?: string | undefined }
  rateLimitFactor: number
}

export function createOutbox(deps: OutboxDeps) {
  const { clock, ids, seal, letters, schoolVariables } = deps
  // The database column is an integer of four bytes.
  const scaled = (max: number) => Math.min(Math.ceil(max * deps.rateLimitFactor), 1_000_000_000)
  const [lettersMax, linksMax] = [scaled(lettersOfNetworkMax), scaled(linksOfNetworkMax)]

  // Links have their own count, so that other e-mails caused by a stranger cannot block the link of a mailbox's owner.
  const letterCount = (email: string, count: number, kind: 'mailbox' | 'links of mailbox' = 'mailbox') => ({
    mailbox: seal.fingerprint(`${kind} ${mailboxOf(email)}`),
    day: clock.today(),
    letters: count,
  })

  const whenMany = ({ template }: Row) => letters.whenMany(template)
  const isLink = (row: Row) => whenMany(row) === 'one-a-minute'
  const byMailbox = (rows: readonly Row[]) => Map.groupBy(rows, ({ recipient }) => mailboxOf(recipient))
  const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

  async function hold(tx: Tx, rows: readonly Row[], last_error: string): Promise<void> {
    if (rows.length === 0) return
    const held = tx.updateTable('outbox').set({ status: 'held', last_error })
    await held.where('id', 'in', idsOf(rows)).where('status', '=', 'queued').execute()
  }

  const isToStranger = ({ channel, has_typed_words }: Row) => channel === 'email' && has_typed_words === 0

  async function holdTooMany(tx: Tx, added: readonly Row[]): Promise<Row[]> {
    const going = added.filter((row) => !isToStranger(row))
    // oxlint-disable-next-line malar/text-in-catalogue -- counts are stored under this name
    for (const kind of ['mailbox', 'links of mailbox'] as const) {
      const isOfKind = (row: Row) => isLink(row) === (kind === 'links of mailbox')
      for (const [mailbox, rows] of byMailbox(added.filter(isOfKind))) {
        const strange = rows.filter(isToStranger)
        const count = await countLetters(tx, letterCount(mailbox, strange.length, kind))
        const left = Math.max(0, lettersADayMax - (count - strange.length))
        await hold(tx, strange.slice(left), text.heldForAddress)
        going.push(...strange.slice(0, left))
      }
    }
    return going
  }

  const quotaOf = (asking: string, max: number) => {
    const day = clock.today()
    return { network: seal.fingerprint(`letters of network ${asking} ${day}`), day, max }
  }

  /**
   * Counts a link. If the network has used up its e-mails, the link is delayed, so that one link is sent per minute.
   * @throws `limit_reached` beyond the limit of links
   */
  async function takeLink(tx: Tx, asking: string, { id, next_attempt_at: now }: Row): Promise<void> {
    const quota = quotaOf(asking, linksMax)
    const taken = await takeLetter(tx, { ...quota, letters: 1 })
    if (taken === undefined) throw await linksRefused(tx)
    if (taken.letters <= lettersMax) return
    const due = await lineUp(tx, quota, { now, free: taken.next_link_at })
    await tx.updateTable('outbox').set({ next_attempt_at: due }).where('id', '=', id).execute()
  }

  /** An e-mail that is held or dropped does not count, so that nobody can use up the e-mails of others. */
  async function takeLetters(tx: Tx, asking: string, going: readonly Row[]): Promise<void> {
    const quota = quotaOf(asking, lettersMax)
    const tooMany: Row[] = []
    for (const row of going) {
      const taken = await takeLetter(tx, { ...quota, letters: isToStranger(row) ? 1 : 0 })
      if (taken === undefined) tooMany.push(row)
    }
    const dropped = tooMany.filter((row) => whenMany(row) === 'dropped')
    if (dropped.length > 0) {
      const unproved = tx.deleteFrom('outbox').where('has_typed_words', '=', 0)
      await unproved.where('id', 'in', idsOf(dropped)).execute()
    }
    const held = tooMany.filter((row) => whenMany(row) === 'held')
    await hold(tx, held, text.heldForNetwork)
    for (const [mailbox, rows] of byMailbox(tooMany)) {
      await uncountLetters(tx, letterCount(mailbox, rows.filter(isToStranger).length))
    }
  }

  async function countForNetwork(tx: Tx, added: readonly Row[], going: readonly Row[]): Promise<void> {
    const asking = askingNetwork()
    if (asking === null) return
    // Links to all addresses are counted, so a refusal reveals nothing about an address, its seats or its orders.
    for (const link of added.filter(isLink)) await takeLink(tx, asking, link)
    const rest = going.filter((row) => !isLink(row))
    // Other callers on the same network wait for the lock on its row, so the row is updated last.
    if (rest.length > 0) takeLast(tx, () => takeLetters(tx, asking, rest))
  }

  async function linksRefused(tx: Tx) {
    const stored = await readSettings(tx, ['school.phone', demonstrationOf('phone')])
    const phone = settingText('phone', stored, schoolVariables.PHONE) ?? ''
    return refusal('links-of-network', { facts: { phone } })
  }

  function makeRows(
    { to, cause, words, turn, about, isProved, isPaid = false, waitMs = 0 }: OutboxMessage,
    proved: Proved,
  ): Row[] {
    const { kind } = words
    const now = clock.now()
    const plain = JSON.stringify(words.data)
    const again = turn === undefined ? '' : `:again:${turn}`
    const isNobodys = (recipient: string) => recipient === placeholderAddress && !proved.isDemonstration
    const row = (suffix: string, channel: Row['channel'], recipient: string, hasTyped: boolean): Row => ({
      id: ids.id(),
      cause: `${cause}${suffix}${again}`,
      about: to === 'school' ? null : (about ?? subjectOf(cause)),
      template: kind.name,
      channel,
      recipient,
      data: kind.isConfidential ? seal.close(plain) : plain,
      has_typed_words: hasTyped ? 1 : 0,
      locale: (to === 'school' ? undefined : to.locale) ?? 'en',
      ...(isNobodys(recipient) ? { status: 'held', last_error: text.heldForOwner } : { status: 'queued' }),
      next_attempt_at: addMs(now, waitMs),
      created_at: now,
      attempts: 0,
    })
    if (to === 'school') return [row('', 'email', proved.school, true)]
    const hasTyped = isProved ?? proved.has(to.email)
    const mails = to.email === '' ? [] : [row(kind.isChatToo ? ':email' : '', 'email', to.email, hasTyped)]
    return kind.isChatToo && to.phone ? [...mails, row(':chat', 'chat', to.phone, isPaid)] : mails
  }

  return {
    /**
     * Sends the unsent messages about `about` to the corrected person instead, with the data that `anew` returns. If
     * the person has no address any more, the messages are dropped. Returns the number of redirected messages.
     */
    async redirect(
      tx: Tx,
      about: string,
      { from, to, isProved }: { from: Reached; to: Reached; isProved: boolean },
      anew: (data: Record<string, unknown>) => Record<string, unknown>,
    ): Promise<number> {
      const waiting = await tx
        .selectFrom('outbox')
        .select(['id', 'channel', 'recipient', 'template', 'data'])
        .where('status', 'in', unsent)
        .where((eb) => eb.or([eb('about', '=', about), causeBegins(about)]))
        .execute()
      let count = 0
      for (const { id, channel, recipient, template, data } of waiting) {
        const reach = channel === 'email' ? 'email' : 'phone'
        if (recipient !== from[reach] || letters.isConfidential(template)) continue
        const next = to[reach]
        if (next === '') {
          await tx.deleteFrom('outbox').where('id', '=', id).where('status', 'in', unsent).execute()
          continue
        }
        const changes = {
          recipient: next,
          data: JSON.stringify(anew(JSON.parse(data))),
          ...(reach === 'email' && { has_typed_words: isProved ? (1 as const) : (0 as const) }),
        } as const
        await tx
          .updateTable('outbox')
          .set(changes)
          .where('id', '=', id)
          .where('status', 'in', unsent)
          .execute()
        if (next !== recipient) count++
      }
      return count
    },

    /** Sends the e-mails that waited until the first owner entered this address. */
    async sendToOwner(tx: Tx, email: string): Promise<void> {
      await tx
        .updateTable('outbox')
        .set({ recipient: email, status: 'queued', next_attempt_at: clock.now(), last_error: null })
        .where('recipient', '=', placeholderAddress)
        .where('status', '=', 'held')
        .execute()
    },

    /**
     * Counts an e-mail towards the calling network's limit before it is sent. False if the limit is reached.
     */
    async countAhead(tx: Tx, email: string): Promise<boolean> {
      const asking = askingNetwork()
      if (asking === null) return true
      const isStranger = !(await findProved(tx, [email], schoolVariables.EMAIL)).has(email)
      const taken = await takeLetter(tx, { ...quotaOf(asking, lettersMax), letters: isStranger ? 1 : 0 })
      return taken !== undefined
    },

    /** Serializes messages to this address until the transaction ends. */
    async lockRecipient(tx: Tx, email: string): Promise<void> {
      await countLetters(tx, letterCount(email, 0))
    },

    async withdraw(
      tx: Tx,
      about: string,
      /** `isOwn` excludes e-mails to the whole batch, which stay true whatever happens to this seat. */
      { only, isOwn = false }: { only?: Row['channel']; isOwn?: boolean } = {},
    ): Promise<number> {
      const { numUpdatedRows } = await tx
        .updateTable('outbox')
        .set({ status: 'withdrawn' })
        .where('about', '=', about)
        .where('status', 'in', unsent)
        .$if(only !== undefined, (some) => some.where('channel', '=', only as Row['channel']))
        .$if(isOwn, (some) => some.where(causeBegins(about)))
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    /**
     * Queues messages in the transaction of the change that causes them (architecture rule 6). E-mails beyond the
     * limits for an unproved address or for the calling network are held, or treated as their kind determines. Returns
     * the number of messages. @throws `limit_reached` for a link beyond the network's limit
     */
    async tell(tx: Tx, ...told: OutboxMessage[]): Promise<number> {
      if (told.length === 0) return 0
      const emails = told.flatMap(({ to }) => (to === 'school' ? [] : to.email))
      const proved = await findProved(tx, emails, schoolVariables.EMAIL)
      const promised = told.map((one) => makeRows(one, proved))
      const rows = promised.flat()
      if (rows.length === 0) return 0
      const { rows: added } = await insertNews(tx, rows)
      const isAdded = new Set(added.map(({ id }) => id))
      const counted = told
        .flatMap((one, n) => (one.isOwed ? [] : (promised[n] ?? [])))
        .filter(({ id }) => isAdded.has(id))
      // Proved and unproved addresses cause the same work, so that the duration reveals nothing about an address.
      const isAlike = (row: Row) => isToStranger(row) || whenMany(row) !== 'held'
      await countForNetwork(tx, counted, await holdTooMany(tx, counted.filter(isAlike)))
      return rows.length
    },
  }
}
