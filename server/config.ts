import { accessSync, constants, mkdirSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import * as z from 'zod/mini'

/** An address, a network such as 10.0.0.0/8, or a name that Fastify has for one. */
function isProxyAddress(given: string): boolean {
  const word = given.trim()
  if (['loopback', 'linklocal', 'uniquelocal'].includes(word)) return true
  const [address = '', bits, ...more] = word.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** A wrong variable or an unusable folder: the start ends with this sentence. */
export class ConfigError extends Error {}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

function wholeNumber(name: string, min: number, max: number) {
  const sentence = `${name} must be a whole number from ${min} to ${max}`
  return z.coerce
    .number({ error: sentence })
    .check(z.int(sentence), z.gte(min, sentence), z.lte(max, sentence))
}

/** One of a few words; the sentence names them all. */
const oneOf = <const Word extends string>(sentence: string, ...words: Word[]) =>
  z.enum(words, { error: sentence })
const yesOrNo = (name: string) => oneOf(`${name} must be 0 or 1`, '0', '1')

const matching = (pattern: RegExp, sentence: string) => z.string().check(z.regex(pattern, sentence))

const variables = z.object({
  PORT: z._default(wholeNumber('PORT', 0, 65535), 3000),
  HOST: z._default(z.string(), 'localhost'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    matching(/^postgres(ql)?:\/\//, 'DATABASE_URL must begin with postgres:// or postgresql://').check(
      z.refine(URL.canParse, 'DATABASE_URL must be like postgres://user:password@host:5432/name'),
    ),
  ),
  DISK_FREE_MB_MIN: z._default(wholeNumber('DISK_FREE_MB_MIN', 0, 1_000_000), 100),
  SITE_URL: z.optional(
    matching(/^https?:\/\/[^\s/]+/, 'SITE_URL must be an http(s) address').check(
      z.refine(URL.canParse, 'SITE_URL must be an http(s) address'),
    ),
  ),
  // As strict as the accounts library at sign-in, or the owner could be made and never get in.
  ADMIN_EMAIL: z.optional(z.email('ADMIN_EMAIL must be an e-mail address')),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(10, 'ADMIN_PASSWORD must have at least 10 characters'),
        z.maxLength(128, 'ADMIN_PASSWORD must have at most 128 characters'),
      ),
  ),
  AUTH_SECRET: z.optional(z.string().check(z.minLength(32, 'AUTH_SECRET must have at least 32 characters'))),
  DEMO: z._default(yesOrNo('DEMO'), '1'),
  PAYMENT_PROVIDER: z._default(
    oneOf('PAYMENT_PROVIDER must be simulator or upi', 'simulator', 'upi'),
    'simulator',
  ),
  ALLOW_SIMULATED_PAYMENTS: z._default(yesOrNo('ALLOW_SIMULATED_PAYMENTS'), '0'),
  TRUST_PROXY: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^(true|false|\d+)$/.test(value) || value.split(',').every(isProxyAddress),
          'TRUST_PROXY must be true, false, a number of proxies, or a list of their addresses',
        ),
      ),
  ),
  RATE_LIMIT_FACTOR: z._default(
    z.coerce
      .number({ error: 'RATE_LIMIT_FACTOR must be a number above 0' })
      .check(z.gt(0, 'RATE_LIMIT_FACTOR must be a number above 0')),
    1,
  ),
  MAX_CONNECTIONS: z.optional(wholeNumber('MAX_CONNECTIONS', 20, 100_000)),
  HOLD_HOURS: z._default(wholeNumber('HOLD_HOURS', 1, 720), 48),
  OFFER_HOURS: z._default(wholeNumber('OFFER_HOURS', 1, 720), 24),
  SMTP_HOST: z.optional(matching(/^[\w.:-]+$/, 'SMTP_HOST must be the name of a mail server')),
  SMTP_PORT: z._default(wholeNumber('SMTP_PORT', 1, 65535), 587),
  SMTP_TLS: z.optional(oneOf('SMTP_TLS must be starttls, implicit or none', 'starttls', 'implicit', 'none')),
  SMTP_USER: z.optional(z.string()),
  SMTP_PASSWORD: z.optional(z.string()),
  SMTP_FROM: z.optional(z.email('SMTP_FROM must be an e-mail address')),
  DRAIN_MS: z._default(wholeNumber('DRAIN_MS', 0, 60_000), 500),
  LOG_LEVEL: z._default(
    z.enum(logLevels, { error: `LOG_LEVEL must be one of ${logLevels.join(', ')}` }),
    'info',
  ),
})

/** Where a link of the site may lead: another site, or a page of ours. */
const link = (name: string) =>
  matching(
    /^(https?:\/\/[^\s/]|\/(?!\/))\S*$/,
    `SCHOOL_${name} must be an http(s) address or a path such as /shop`,
  )
const freeText = (name: string) =>
  z.string().check(z.maxLength(300, `SCHOOL_${name} must have at most 300 characters`))

const schoolVariables = {
  NAME: freeText('NAME'),
  TAGLINE: freeText('TAGLINE'),
  CITY: freeText('CITY'),
  ADDRESS: freeText('ADDRESS'),
  PHONE: freeText('PHONE'),
  WHATSAPP: freeText('WHATSAPP'),
  EMAIL: z
    .string()
    .check(
      z.maxLength(254, 'SCHOOL_EMAIL must be an e-mail address'),
      z.regex(
        /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\][^\s@<>()[\],;:"\\.]*\.[^\s@<>()[\],;:"\\]+$/,
        'SCHOOL_EMAIL must be an e-mail address',
      ),
    ),
  INSTAGRAM: link('INSTAGRAM'),
  FACEBOOK: link('FACEBOOK'),
  YOUTUBE: link('YOUTUBE'),
  UPI_ID: matching(/^[\w.-]{2,256}@[A-Za-z][\w.-]{1,63}$/, 'SCHOOL_UPI_ID must look like name@bank'),
  UPI_NAME: freeText('UPI_NAME'),
  SHOP_URL: link('SHOP_URL'),
  FORGOT_PASSWORD_URL: link('FORGOT_PASSWORD_URL'),
  SIGN_UP_URL: link('SIGN_UP_URL'),
  MAP_QUERY: freeText('MAP_QUERY'),
  POPUP_DAYS: matching(/^\d{1,3}$/, 'SCHOOL_POPUP_DAYS must be a whole number from 0 to 999'),
} as const
export type SchoolVariable = keyof typeof schoolVariables
const schoolNames = Object.keys(schoolVariables) as SchoolVariable[]

type TrustProxy = boolean | string | ((address: string, hop: number) => boolean)

/** Every variable that is read, for the check that `.env.example` explains each. */
export const variableNames: readonly string[] = [
  ...Object.keys(variables.shape),
  ...schoolNames.map((name) => `SCHOOL_${name}`),
]

export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  /** With less free space on the disk of the data folder nothing more is written there, in MB. */
  diskFreeMbMin: number
  /** The address that visitors see, without a slash at its end. */
  siteUrl: string
  admin: { email: string; password: string } | null
  authSecret: string | null
  fillsDemo: boolean
  paymentProvider: 'simulator' | 'upi'
  allowSimulatedPayments: boolean
  /** Fastify's `trustProxy` (architecture rule 12). */
  trustProxy: TrustProxy
  rateLimitFactor: number
  /** Connections held open at once; null for as many as the process's descriptors allow. */
  maxConnections: number | null
  holdHours: number
  /** For how long a seat is kept for whoever is next on the waiting list. */
  offerHours: number
  /** The mail server; null writes mail into `DATA_DIR/outbox`. */
  smtp: {
    host: string
    port: number
    tls: 'starttls' | 'implicit' | 'none'
    login: { user: string; password: string } | null
    from: string | null
  } | null
  /** How long visitors are still let in after SIGTERM, while `/readyz` says 503. */
  drainMs: number
  logLevel: string
  /** First values of the school's settings, from `SCHOOL_…`; what staff store wins. */
  school: Partial<Record<SchoolVariable, string>>
  isProduction: boolean
}

/** Reads the environment once. @throws ConfigError with one sentence for the first wrong value */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const v = parsed(variables, given)
  if ((v.ADMIN_EMAIL === undefined) !== (v.ADMIN_PASSWORD === undefined)) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.')
  }
  if ((v.SMTP_USER === undefined) !== (v.SMTP_PASSWORD === undefined)) {
    throw new ConfigError('SMTP_USER and SMTP_PASSWORD go together: set both or neither.')
  }
  if (v.SMTP_HOST === undefined && (v.SMTP_USER ?? v.SMTP_FROM ?? v.SMTP_TLS) !== undefined) {
    throw new ConfigError('SMTP_HOST is missing: the other SMTP_ variables need a mail server.')
  }
  if (v.DATABASE_URL && !v.AUTH_SECRET) {
    throw new ConfigError(
      'AUTH_SECRET is required with DATABASE_URL: at least 32 random characters, the same on every machine.',
    )
  }
  const school: Partial<Record<SchoolVariable, string>> = {}
  for (const name of schoolNames) {
    const value = given[`SCHOOL_${name}`]
    if (value !== undefined) school[name] = parsed(schoolVariables[name], value)
  }
  return {
    port: v.PORT,
    host: v.HOST,
    dataDir: usableFolder(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL ?? null,
    diskFreeMbMin: v.DISK_FREE_MB_MIN,
    siteUrl: (v.SITE_URL ?? `http://localhost:${v.PORT}`).replace(/(?<!\/)\/+$/, ''),
    admin: v.ADMIN_EMAIL && v.ADMIN_PASSWORD ? { email: v.ADMIN_EMAIL, password: v.ADMIN_PASSWORD } : null,
    authSecret: v.AUTH_SECRET ?? null,
    fillsDemo: v.DEMO === '1',
    paymentProvider: v.PAYMENT_PROVIDER,
    allowSimulatedPayments: v.ALLOW_SIMULATED_PAYMENTS === '1',
    trustProxy: trustProxy(v.TRUST_PROXY),
    rateLimitFactor: v.RATE_LIMIT_FACTOR,
    maxConnections: v.MAX_CONNECTIONS ?? null,
    holdHours: v.HOLD_HOURS,
    offerHours: v.OFFER_HOURS,
    smtp: v.SMTP_HOST
      ? {
          host: v.SMTP_HOST,
          port: v.SMTP_PORT,
          tls: v.SMTP_TLS ?? (v.SMTP_PORT === 465 ? 'implicit' : 'starttls'),
          login: v.SMTP_USER && v.SMTP_PASSWORD ? { user: v.SMTP_USER, password: v.SMTP_PASSWORD } : null,
          from: v.SMTP_FROM ?? null,
        }
      : null,
    drainMs: v.DRAIN_MS,
    logLevel: v.LOG_LEVEL,
    school,
    isProduction: env.NODE_ENV === 'production',
  }
}

/** @throws ConfigError with the sentence of the first wrong value */
function parsed<Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(given)
  if (!success) throw new ConfigError(`${error.issues[0]?.message}.`)
  return data
}

function trustProxy(value: string | undefined): TrustProxy {
  if (value === undefined || value === '0' || value === 'false') return false
  if (value === 'true') return true
  if (/^\d+$/.test(value)) return (_, hop) => hop < Number(value)
  return value
}

function usableFolder(given: string): string {
  const folder = path.resolve(given)
  try {
    mkdirSync(path.join(folder, 'uploads'), { recursive: true })
    accessSync(folder, constants.W_OK)
    accessSync(path.join(folder, 'uploads'), constants.W_OK)
  } catch {
    throw new ConfigError(
      `DATA_DIR ${folder} cannot be written to: choose another folder or mend its permissions.`,
    )
  }
  return folder
}
