import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { asTyped, emailOrNone, line, patterned, version, wrapped } from '../primitives.ts'

/**
 * Ports on which mail servers listen. The server connects to no other port, so nobody can use it to search a network.
 */
export const mailPorts = [587, 465, 25, 2525] as const
export const mailTlsKinds = ['starttls', 'implicit', 'none'] as const

/** Host names and addresses that mean the machine on which Malar runs. */
const ownMachine = ['localhost', '127.0.0.1', '::1']

const hostSentence = 'Enter the name of your e-mail server, such as smtp.example.com'
const portSentence = 'Choose one of these ports: 587, 465, 25 or 2525'
const tlsSentence = 'Choose how the connection is encrypted'

const fields = {
  host: patterned(
    253,
    /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4})$/,
    hostSentence,
    {
      isTrimmed: true,
      required: hostSentence,
    },
  ),
  port: z.literal(mailPorts, portSentence),
  tls: z.enum(mailTlsKinds, tlsSentence),
  /** Empty if the mail server asks for no sign-in. */
  user: line(254),
  /** The sender's address, if the mail server does not accept the school's e-mail address. Otherwise empty. */
  email: emailOrNone,
}

/** The fields of the mail server as the database stores them, without the password. */
export const mailServer = z.object(fields)
export type MailServer = z.output<typeof mailServer>

const shown = z.object({
  /** Null if there is no mail server yet. The port may be any number, because variables may set other ports. */
  server: z.nullable(
    z.object({
      host: z.string(),
      port: z.number(),
      tls: fields.tls,
      user: z.string(),
      email: z.string(),
    }),
  ),
  /** True if a password is stored. No response contains the password. */
  hasPassword: z.boolean(),
  /** True if SMTP_HOST and the other variables set the mail server. The back office then cannot change it. */
  isByVariables: z.boolean(),
  /** True if the stored settings cannot be used, so that e-mails wait. */
  isBroken: z.boolean(),
  version,
})
export type ShownMailServer = z.output<typeof shown>

export const getMailServer = defineEndpoint('GET /api/admin/mail-server', {
  summary: 'Get the e-mail server that sends the school’s e-mails, without its password',
  right: 'payment-settings',
  response: wrapped(shown),
})

/** The reason that e-mails wait: the school has no mail server, or cannot use it, or has no sender's address. */
export const whyMailWaits = z.enum(['no-server', 'unusable', 'no-sender'])
export type WhyMailWaits = z.output<typeof whyMailWaits>

export const mailServerForm = z
  .extend(mailServer, {
    /** The stored password stays if `password` is left out. It is needed again if the host or the user name changes. */
    password: z.optional(asTyped(200)),
    version: z.optional(version),
  })
  .check(
    z.refine(({ port, tls }) => port !== 465 || tls === 'implicit', {
      path: ['tls'],
      error: 'Port 465 needs TLS from the start',
    }),
    z.refine(({ tls, user }) => tls !== 'none' || user === '', {
      path: ['tls'],
      error: 'A password is only sent over an encrypted connection',
    }),
    z.refine(({ tls, host }) => tls !== 'none' || ownMachine.includes(host.toLowerCase()), {
      path: ['tls'],
      error: 'E-mails are only sent unencrypted to a server on this machine, such as localhost',
    }),
    z.refine(({ user, password = '' }) => user !== '' || password === '', {
      path: ['user'],
      error: 'Enter the user name that belongs to this password',
    }),
  )

export const putMailServer = defineEndpoint('PUT /api/admin/mail-server', {
  summary:
    'Change the e-mail server. A new server or user name needs its password. Every owner gets an e-mail about it.',
  right: 'payment-settings',
  confirms: 'password',
  body: mailServerForm,
  example: {
    host: 'smtp.example.com',
    port: 587,
    tls: 'starttls',
    user: 'school',
    password: 'flowers',
    email: '',
  },
  errors: ['conflict', 'rate_limited'],
  response: wrapped(shown),
})

export const sendTrialMail = defineEndpoint('POST /api/admin/mail-server/trial', {
  summary: 'Send a trial e-mail to the caller’s own address',
  right: 'payment-settings',
  confirms: 'password',
  errors: ['conflict', 'rate_limited'],
  response: wrapped(z.object({ to: z.string() })),
})
