import { composeMail, type MailSender, UnsendableMessage } from './mail.ts'
import * as text from './outbox.en.ts'

export interface SmtpSettings {
  host: string
  port: number
  /** `starttls` fails if the server does not offer STARTTLS. `none` is for a relay on the same machine. */
  tls: 'starttls' | 'implicit' | 'none'
  login: { user: string; password: string } | null
  /**
   * The sender's address, if the mail provider does not allow the school's address; null uses the school's. Replies
   * always go to the school's address.
   */
  from: string | null
}

/** The sum of both limits is shorter than the outbox worker's limit for one attempt. */
const connectMsMax = 8_000
const silenceMsMax = 12_000

export function createSmtp({ host, port, tls, login, from }: SmtpSettings, ca?: string): MailSender {
  return {
    async send(mail) {
      const own = mail.from.address
      if (own === '' && from === null) throw new Error(text.senderMissing)
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        host,
        port,
        secure: tls === 'implicit',
        requireTLS: tls === 'starttls',
        ignoreTLS: tls === 'none',
        ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
        ...(ca === undefined ? {} : { tls: { ca } }),
        connectionTimeout: connectMsMax,
        greetingTimeout: connectMsMax,
        socketTimeout: silenceMsMax,
      })
      try {
        const sent =
          from === null || from === own
            ? mail
            : { ...mail, from: { ...mail.from, address: from }, replyTo: mail.replyTo ?? (own || undefined) }
        await transport.sendMail(await composeMail(sent))
        return host
      } catch (error) {
        throw isForGood(error) ? new UnsendableMessage((error as Error).message) : error
      } finally {
        transport.close()
      }
    },
  }
}

/**
 * True if the server has refused this recipient or message permanently. A failed sign-in is not permanent, because a
 * wrong password can be corrected.
 */
function isForGood(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number }
  return (command === 'RCPT TO' || command === 'DATA') && responseCode >= 550
}
