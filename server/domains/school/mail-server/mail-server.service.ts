import path from 'node:path'
import * as z from 'zod/mini'
import type { ParsedInput } from '../../../../contract/endpoint.ts'
import { DomainError, refusal } from '../../../../contract/errors.ts'
import {
  type MailServer,
  mailServer,
  type putMailServer,
  type ShownMailServer,
  type WhyMailWaits,
} from '../../../../contract/school/mail-server.ts'
import { ANY_TOPIC } from '../../../db/changes.ts'
import type { Queryable, Tx } from '../../../db/schema.ts'
import { demonstrationSetting, lockSetting, readSettings, writeSetting } from '../../../db/settings.ts'
import { withinTime } from '../../../db/transaction.ts'
import type { Caller } from '../../../http/context.ts'
import { addMs } from '../../../platform/clock.ts'
import { createMailFolder, type MailSender, UnsendableMessage } from '../../../platform/mail.ts'
import * as text from '../../../platform/outbox.en.ts'
import type { OutboxMessage } from '../../../platform/outbox.ts'
import { mailOf } from '../../../platform/outbox-worker.ts'
import { countLetters } from '../../../platform/recipients.ts'
import type { SmtpSettings } from '../../../platform/smtp.ts'
import type { Deps } from '../../deps.ts'
import { mailServerNow } from '../school.letters.en.ts'
import { mailTrial } from '../school.letters.ts'
import type { SchoolService } from '../school.service.ts'

const setting = 'mail-server'
const topic = 'mail-server'

/**
 * The most trial e-mails an hour by all owners together, and the most changes of the server an hour by one account.
 * The limits keep an intruder in an owner's account from searching the network for open ports.
 */
export const trialsAnHourMax = 5
export const changesAnHourMax = 10
const turnsAnHourMax = { 'trials-enough': trialsAnHourMax, 'changes-enough': changesAnHourMax }
const trialMsMax = 20_000
/** Every process has the changed settings after this time. */
const changeMs = 2_000
const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** The fields that decide which server e-mails go through, and who signs in there. */
const mailWay = z.pick(mailServer, { host: true, port: true, tls: true, user: true })
type Way = z.output<typeof mailWay>

/** The password is sealed together with the server and the user name, so it is never sent to another server. */
const storedServer = z.extend(mailServer, {
  sealed: z.nullable(z.string()),
  version: z.number(),
  /** The time at which `host`, `port`, `tls` or `user` changed last. */
  since: z.optional(z.string()),
  /**
   * The server that an owner may always go back to: the last earlier server that was in use for at least a day, or else
   * the first server.
   */
  lasting: z.optional(mailWay),
})
type StoredServer = z.output<typeof storedServer>

interface Current extends ShownMailServer {
  /** Null if there is no mail server, or if the stored settings cannot be used. */
  sender: MailSender | null
}

export type MailServerService = ReturnType<typeof createMailServerService>

export function createMailServerService(deps: Deps, school: SchoolService) {
  const { db, config, clock, ids, seal, letters, outbox, log, connectMail } = deps
  const folder = createMailFolder(path.join(config.dataDir, 'outbox'))
  let kept: Promise<Current> | null = null
  db.changes.subscribe((topics) => {
    if (topics.has(topic) || topics.has(ANY_TOPIC)) kept = null
  })

  function current(): Promise<Current> {
    if (kept !== null) return kept
    const making = readSettings(db.read, [setting, demonstrationSetting]).then(currentOf)
    kept = making
    making.catch(() => {
      if (kept === making) kept = null
    })
    return making
  }

  /**
   * The variables `SMTP_*` win over the stored settings. If there are neither, the demonstration writes e-mails as
   * files.
   */
  function currentOf(settings: ReadonlyMap<string, string>): Current {
    const { smtp } = config
    if (smtp !== null) {
      const { login, from, ...rest } = smtp
      const server = { ...rest, user: login?.user ?? '', email: from ?? '' }
      const shown = { server, hasPassword: login !== null, isByVariables: true, isBroken: false, version: 0 }
      return { ...shown, sender: connectMail(smtp) }
    }
    const raw = settings.get(setting) ?? ''
    const stored = parsed(raw)
    const usable = stored && smtpOf(stored)
    const isDemonstration = settings.has(demonstrationSetting)
    return {
      server: stored && shownOf(stored),
      hasPassword: stored !== null && passwordOf(stored) !== null,
      isByVariables: false,
      isBroken: raw !== '' && usable === null,
      version: stored?.version ?? 0,
      sender: usable
        ? withoutItsWords(connectMail(usable), log)
        : isDemonstration && raw === ''
          ? folder
          : null,
    }
  }

  async function isWithoutSender(): Promise<boolean> {
    const { server } = await current()
    return server !== null && !hasSender(server, await school.sender())
  }

  async function whyWaiting(): Promise<WhyMailWaits | null> {
    const { sender, isBroken } = await current()
    if (isBroken) return 'unusable'
    if (sender === null) return 'no-server'
    return (await isWithoutSender()) ? 'no-sender' : null
  }

  /** Returns null if the password cannot be unsealed, because the server's secret or the row has changed. */
  function smtpOf({ host, port, tls, user, email, ...stored }: StoredServer): SmtpSettings | null {
    const password = user === '' ? '' : passwordOf({ host, user, ...stored })
    if (password === null) return null
    return { host, port, tls, login: user === '' ? null : { user, password }, from: email || null }
  }

  const sealed = (host: string, user: string, password: string) =>
    seal.close(JSON.stringify([host, user, password]))

  function passwordOf({ host, user, sealed }: Pick<StoredServer, 'host' | 'user' | 'sealed'>): string | null {
    if (sealed === null) return null
    try {
      const [itsHost, itsUser, password] = JSON.parse(seal.open(sealed))
      return itsHost === host && itsUser === user ? password : null
    } catch {
      return null
    }
  }

  /** Sends an e-mail immediately, without storing it in the outbox. */
  async function sendAtOnce(
    sender: MailSender,
    { to, words }: Pick<OutboxMessage, 'words'> & { to: string },
    sending = school.sender(),
  ) {
    const from = await sending
    const message = letters.render(words.kind.name, words.data, from, { hasTypedWords: true })
    return sender.send(await mailOf({}, { id: ids.id(), at: clock.now(), to, sender: from, message }))
  }

  /**
   * Sends e-mails about a change through the server that was used before the change, because an intruder may have set
   * the new one. The caller does not wait, so the response time does not reveal whether the old server answers.
   */
  function tellTheOldWay(
    sender: MailSender,
    told: readonly OutboxMessage[],
    from: ReturnType<SchoolService['sender']>,
  ): void {
    for (const { to, words } of told) {
      if (to === 'school') continue
      sendAtOnce(sender, { to: to.email, words }, from).catch(({ code }: { code?: string }) =>
        log.warn({ code }, 'somebody was not told the old way about a change'),
      )
    }
  }

  async function takeTurn(source: Queryable, reason: keyof typeof turnsAnHourMax, who = ''): Promise<void> {
    const mailbox = seal.fingerprint(`${reason} of ${who} ${clock.now().slice(0, 13)}`)
    const count = await countLetters(source, { mailbox, day: clock.today(), letters: 1 })
    if (count > turnsAnHourMax[reason])
      throw refusal(reason, { retryAfterSeconds: Math.ceil((hourMs - (clock.ms() % hourMs)) / 1000) })
  }

  /**
   * Counts a change of the server for one account, so that one owner cannot use up the changes of the others. A change
   * back to the lasting server is never counted, so that an intruder in an owner's account cannot block it.
   */
  async function countChange(tx: Tx, before: StoredServer | null, given: Way, by: Caller): Promise<void> {
    const lasting = before && lastingOf(before, clock.now())
    if (lasting === null || !isSameWay(lasting, given)) await takeTurn(tx, 'changes-enough', by.userId)
  }

  return {
    async shown(): Promise<ShownMailServer> {
      const { sender: _, ...shown } = await current()
      return shown
    },

    whyWaiting,

    /**
     * True if there is a mail server that e-mails can leave through. E-mails that are only written as files do not
     * count.
     */
    sends(settings: ReadonlyMap<string, string>): boolean {
      const { server, isBroken } = currentOf(settings)
      return server !== null && !isBroken && hasSender(server, school.formOf(settings))
    },

    /** True if there is a mail server, but neither it nor the school has an e-mail address to send from. */
    isWithoutSender,

    /** Sends through the current mail server. The change feed tells each process of a change of the server. */
    sender: {
      isReady: async () => (await whyWaiting()) === null,
      async send(mail) {
        const { sender } = await current()
        if (sender === null) throw new Error(text.mailServerUnusable)
        return sender.send(mail)
      },
    } satisfies MailSender,

    /**
     * @throws `conflict` if variables set the server, or `version` is stale; `validation_failed` if the password is
     * needed
     */
    async change(
      { version, password = '', ...given }: ParsedInput<typeof putMailServer>['body'],
      by: Caller,
    ) {
      if (config.smtp !== null) throw refusal('mail-by-variables')
      const told = await db.transaction(async (tx) => {
        const now = clock.now()
        const before = parsed(await lockSetting(tx, setting, '', now))
        const counted = before?.version ?? 0
        if (version !== undefined && version !== counted) throw new DomainError('conflict')
        const kept = before !== null && isSameLogin(before, given) ? passwordOf(before) : null
        const chosen = password || kept
        if (given.user !== '' && chosen === null) throw refusal('mail-password-needed', { at: 'password' })
        const isNewPassword = given.user !== '' && password !== '' && password !== kept
        const isSame = before !== null && !isNewPassword && fieldsDiffer(before, given) === false
        if (isSame) return null
        const isNewWay = before === null || !isSameWay(before, given)
        if (isNewWay) await countChange(tx, before, given, by)
        const row: StoredServer = {
          ...given,
          sealed: given.user === '' || chosen === null ? null : sealed(given.host, given.user, chosen),
          version: counted + 1,
          since: isNewWay ? now : before.since,
          lasting: (isNewWay ? before && lastingOf(before, now) : before.lasting) ?? undefined,
        }
        await writeSetting(tx, setting, JSON.stringify(row), now)
        await school.recordChange(
          tx,
          by,
          before === null ? {} : auditOf(before, before.sealed !== null),
          auditOf(given, row.sealed !== null, isNewPassword && before?.sealed != null),
        )
        const letters = await school.lettersToOwners(tx, by, 'mail-server', mailServerNow(given))
        // Another process may have the old settings for up to `changeMs`, so the e-mails wait that long.
        await outbox.tell(tx, ...letters.map((letter) => ({ ...letter, waitMs: changeMs })))
        await db.changes.mark(tx, topic)
        // The pages say whether the school sends e-mails, so pages that show the school are rendered anew.
        await db.changes.mark(tx, 'school')
        return { letters, by: before && smtpOf(before) }
      })
      if (told?.by) tellTheOldWay(withoutItsWords(connectMail(told.by), log), told.letters, school.sender())
    },

    /**
     * Tells people of the school's new e-mail address, sending from the old one. Does nothing if the mail server has an
     * e-mail address of its own to send from, because that one has not changed.
     */
    async tellFromOldAddress({ email, letters }: { email: string; letters: readonly OutboxMessage[] }) {
      const { sender, server } = await current()
      if (sender === null || server === null || server.email !== '') return
      tellTheOldWay(
        sender,
        letters,
        school.sender().then((facts) => ({ ...facts, email })),
      )
    },

    /**
     * Sends a trial e-mail to the caller's own address. Every failure of the server gives the same sentence.
     * @throws `conflict` if the e-mail was not sent; `rate_limited` after too many trials
     */
    async sendTrial(by: Caller): Promise<{ to: string }> {
      const { sender, server, isBroken } = await current()
      if (isBroken) throw refusal('mail-server-broken')
      if (sender === null || server === null) throw refusal('mail-server-missing')
      if (await isWithoutSender()) throw refusal('sender-missing')
      await takeTurn(db.write, 'trials-enough')
      const words = mailTrial({ name: null, host: server.host })
      const late = () => new Error(text.mailServerUnusable)
      const isSent = await withinTime(sendAtOnce(sender, { to: by.email, words }), trialMsMax, late).then(
        () => true,
        () => false,
      )
      await db.transaction((tx) =>
        school.recordChange(tx, by, {}, { 'trial e-mail': isSent ? `sent to ${by.email}` : 'failed' }),
      )
      if (!isSent) throw refusal('trial-failed')
      return { to: by.email }
    },
  }
}

/**
 * Owners choose the host and port, and staff read why an e-mail was not sent. So this passes on only errors about a
 * recipient or an e-mail: an answer of another service on the network stays hidden.
 */
function withoutItsWords(sender: MailSender, log: Deps['log']): MailSender {
  return {
    async send(mail) {
      try {
        return await sender.send(mail)
      } catch (error) {
        const { command, code } = error as { command?: string; code?: string }
        if (error instanceof UnsendableMessage || command === 'RCPT TO' || command === 'DATA') throw error
        log.warn({ code }, 'the mail server could not be used')
        throw new Error(text.mailServerUnusable)
      }
    },
  }
}

function parsed(raw: string): StoredServer | null {
  try {
    const { data } = storedServer.safeParse(JSON.parse(raw))
    return data ?? null
  } catch {
    return null
  }
}

const shownOf = ({ host, port, tls, user, email }: MailServer): MailServer => ({
  host,
  port,
  tls,
  user,
  email,
})

type Login = Pick<MailServer, 'host' | 'user'>
const isSameLogin = (one: Login, other: Login) => one.host === other.host && one.user === other.user

const hasSender = (server: { email: string }, school: { email: string }) =>
  server.email !== '' || school.email !== ''

const wayOf = ({ host, port, tls, user }: Way): Way => ({ host, port, tls, user })
const isSameWay = (one: Way, other: Way) => JSON.stringify(wayOf(one)) === JSON.stringify(wayOf(other))

/** Returns the `lasting` server after a change from `before`. */
function lastingOf(before: StoredServer, now: string): Way {
  const { since, lasting } = before
  const isNew = since !== undefined && addMs(since, dayMs) > now
  return isNew && lasting !== undefined ? lasting : wayOf(before)
}

const fieldsDiffer = (one: MailServer, other: MailServer) =>
  JSON.stringify(shownOf(one)) !== JSON.stringify(shownOf(other))

function auditOf({ host, port, tls, user, email }: MailServer, hasPassword: boolean, isNew = false) {
  return {
    'e-mail server': host,
    'e-mail server’s port': port,
    'e-mail server’s encryption': tls,
    'e-mail server’s user name': user,
    'e-mail server’s password': hasPassword ? (isNew ? 'entered again' : 'stored') : null,
    'sender’s address': email,
  }
}
