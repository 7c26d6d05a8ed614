import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { namesIn } from './files.ts'
import { logoId, logoOf, type OwnLogo } from './messages/letter-logo.ts'

export interface Mail {
  /**
   * Equal for every attempt to send this mail. The id becomes the Message-ID, so that mail programs show two copies as
   * one.
   */
  id: string
  from: { name: string; address: string }
  to: string
  replyTo?: string | undefined
  subject: string
  text: string
  html: string | null
  logo?: OwnLogo | null
  files?: readonly MailFile[]
  unsubscribeUrl?: string
  at: Date
}

export interface MailFile {
  name: string
  type: string
  content: string
}

export interface MailSender {
  /**
   * Resolves with a description, without names, of where the mail went. @throws UnsendableMessage if a retry cannot
   * help
   */
  send(mail: Mail): Promise<string>
  /** False while no e-mail can be sent. E-mails then wait, and none counts as tried. */
  isReady?(): Promise<boolean>
}

export class UnsendableMessage extends Error {}

export async function composeMail(mail: Mail) {
  const { id, from, replyTo, html, files = [], unsubscribeUrl } = mail
  const logo = await logoOf(html, mail.logo)
  return {
    from,
    // A recipient that is given as an object cannot contain a second recipient.
    to: { name: '', address: mail.to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: mail.subject,
    text: mail.text,
    ...(html === null ? {} : { html }),
    attachments: [
      ...(logo === null ? [] : [{ cid: logoId, filename: logo.filename, content: logo.content }]),
      ...files.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    ],
    date: mail.at,
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    // A repeated attempt must send the same bytes.
    baseBoundary: id,
    headers: {
      // RFC 3834: tells programs for automatic replies, such as holiday notices, not to answer this e-mail.
      'Auto-Submitted': 'auto-generated',
      // RFC 8058: mail programs show a button that sends a POST to this address.
      ...(unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

export function createMailFolder(folder: string): MailSender {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
      const { message } = await composer.sendMail(await composeMail(mail))
      return writeMessageFile(folder, `${mail.id}.eml`, message as Buffer)
    },
  }
}

/** Readers see the whole file or no file, and a repeated attempt writes the same file. */
export async function writeMessageFile(folder: string, name: string, content: string | Buffer) {
  const file = path.join(folder, name)
  const write = () => writeFile(`${file}.part`, content)
  await write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    // The files contain names, addresses and phone numbers.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await write()
  })
  await rename(`${file}.part`, file)
  return file
}

/** Removes messages (`.eml`, `.chat.txt`) that are older than this instant. Returns their number. */
export async function removeMessageFiles(folder: string, before: string): Promise<number> {
  let count = 0
  for (const name of (await namesIn(folder)).filter((one) => /\.(eml|chat\.txt)(\.part)?$/.test(one))) {
    const file = path.join(folder, name)
    if ((await stat(file)).mtimeMs >= Date.parse(before)) continue
    await rm(file, { force: true })
    count++
  }
  return count
}
