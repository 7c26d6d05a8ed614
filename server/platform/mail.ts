import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

export interface Mail {
  /** Stays the same when the same mail is tried again, so that nobody gets it twice. */
  id: string
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  at: Date
}

export interface MailSender {
  /** Resolves with where the mail went, for the log: nothing personal. */
  send(mail: Mail): Promise<string>
}

/** Writes each mail as an `.eml` file that any mail program opens: what a checkout without SMTP does (C4). */
export function createMailFolder(folder: string): MailSender {
  return {
    async send({ id, from, to, subject, text, html, at }) {
      // The library composes the message; nothing is sent anywhere. It comes with the first mail (P8).
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message } = await composer.sendMail({
        from,
        // As one string a recipient could smuggle in a second one.
        to: { name: '', address: to },
        subject,
        text,
        html,
        date: at,
        messageId: `<${id}@malar>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      return writeWhole(folder, `${id}.eml`, message as Buffer)
    },
  }
}

/** A reader sees the whole file or none, and a second try writes the same one. */
export async function writeWhole(folder: string, name: string, content: string | Buffer): Promise<string> {
  // Names, addresses, numbers: for the server's own account alone.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, name)
  await writeFile(`${file}.part`, content)
  await rename(`${file}.part`, file)
  return file
}
