import { composed, type MailSender, UnsendableMessage } from './mail.ts'

export interface SmtpSettings {
  host: string
  port: number
  /** `starttls` fails if the server does not offer it. `none` is for a relay on this machine. */
  tls: 'starttls' | 'implicit' | 'none'
  login: { user: string; password: string } | null
  /** The address that the provider lets us write from; null is the school's own. Answers go to the school's. */
  from: string | null
}

/** Together they are shorter than the worker's try, or a mail under way would count as failed. */
const connectMsMax = 8_000
const silenceMsMax = 12_000

/** Hands each mail to a mail server. Tests trust `ca` besides the machine's authorities. */
export function createSmtp({ host, port, tls, login, from }: SmtpSettings, ca?: string): MailSender {
  return {
    async send(mail) {
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
      const own = mail.from.address
      try {
        await transport.sendMail({
          ...(await composed(
            from === null || from === own
              ? mail
              : { ...mail, from: { ...mail.from, address: from }, replyTo: mail.replyTo ?? own },
          )),
        })
        return host
      } catch (error) {
        throw isForGood(error) ? new UnsendableMessage((error as Error).message) : error
      } finally {
        transport.close()
      }
    },
  }
}

/** Says if this recipient or message was refused. A refusal of the school (a wrong password) can be mended. */
function isForGood(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number }
  return (command === 'RCPT TO' || command === 'DATA') && responseCode >= 550
}
