import { accessSync, constants, mkdirSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import * as z from 'zod/mini'

function isProxyAddress(given: string): boolean {
  const word = given.trim()
  if (['loopback', 'linklocal', 'uniquelocal'].includes(word)) return true
  const [address = '', bits, ...more] = word.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

export class ConfigError extends Error {}

function wholeNumber(min: number, max: number) {
  const sentence = `must be a whole number from ${min} to ${max}`
  return z.coerce
    .number({ error: sentence })
    .check(z.int(sentence), z.gte(min, sentence), z.lte(max, sentence))
}

const oneOf = <const Word extends string>(sentence: string, ...words: Word[]) =>
  z.enum(words, { error: sentence })
const yesOrNo = oneOf('must be 0 or 1', '0', '1')
const matching = (pattern: RegExp, sentence: string) => z.string().check(z.regex(pattern, sentence))
const atMost = (max: number) => z.maxLength(max, `must have at most ${max} characters`)
const atLeast = (min: number) => z.minLength(min, `must have at least ${min} characters`)
const mailAddress = 'must be an e-mail address'
const webAddress = 'must be an http(s) address'
const aboveZero = 'must be a number above 0'
const asciiWord = 'must be ASCII characters without spaces'
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const variables = z.object({
  PORT: z._default(wholeNumber(0, 65535), 3000),
  HOST: z._default(z.string(), 'localhost'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(
    matching(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://').check(
      z.refine(URL.canParse, 'must look like postgres://user:password@host:5432/name'),
    ),
  ),
  DISK_FREE_MB_MIN: z._default(wholeNumber(0, 1_000_000), 100),
  PICTURE_CACHE_MB: z._default(wholeNumber(10, 1_000_000), 2_000),
  PICTURE_STORE: z.optional(oneOf('must be s3, or not set', 's3')),
  S3_ENDPOINT: z.optional(
    matching(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, webAddress).check(z.refine(URL.canParse, webAddress)),
  ),
  S3_BUCKET: z.optional(matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
  S3_REGION: z._default(matching(/^[\w-]{1,64}$/, 'must be the name of a region'), 'us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(matching(/^[!-~]+$/, asciiWord)),
  S3_SECRET_ACCESS_KEY: z.optional(matching(/^[!-~]+$/, asciiWord)),
  METRICS_PORT: z.optional(wholeNumber(0, 65535)),
  METRICS_HOST: z._default(z.string(), 'localhost'),
  SITE_URL: z.optional(matching(/^https?:\/\/[^\s/]+/, webAddress).check(z.refine(URL.canParse, webAddress))),
  // The sign-in accepts only addresses of this form, so an owner with any other address could never sign in.
  ADMIN_EMAIL: z.optional(z.email(mailAddress)),
  ADMIN_PASSWORD: z.optional(z.string().check(atLeast(10), atMost(128))),
  AUTH_SECRET: z.optional(z.string().check(atLeast(32))),
  WEB_ONLY: z._default(yesOrNo, '0'),
  DEMO: z._default(yesOrNo, '1'),
  PAYMENT_PROVIDER: z.optional(oneOf('must be simulator or upi', 'simulator', 'upi')),
  ALLOW_SIMULATED_PAYMENTS: z._default(yesOrNo, '0'),
  TRUST_PROXY: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^(true|false|\d+)$/.test(value) || value.split(',').every(isProxyAddress),
          'must be true, false, a number of proxies, or a list of their addresses',
        ),
      ),
  ),
  RATE_LIMIT_FACTOR: z._default(z.coerce.number({ error: aboveZero }).check(z.gt(0, aboveZero)), 1),
  MAX_CONNECTIONS: z.optional(wholeNumber(20, 100_000)),
  HOLD_HOURS: z._default(wholeNumber(1, 720), 48),
  OFFER_HOURS: z._default(wholeNumber(1, 720), 24),
  SMTP_HOST: z.optional(matching(/^[\w.:-]+$/, 'must be the name of a mail server')),
  SMTP_PORT: z._default(wholeNumber(1, 65535), 587),
  SMTP_TLS: z.optional(oneOf('must be starttls, implicit or none', 'starttls', 'implicit', 'none')),
  SMTP_USER: z.optional(z.string()),
  SMTP_PASSWORD: z.optional(z.string()),
  SMTP_FROM: z.optional(z.email(mailAddress)),
  DRAIN_MS: z._default(wholeNumber(0, 60_000), 500),
  LOG_LEVEL: z._default(oneOf(`must be one of ${logLevels.join(', ')}`, ...logLevels), 'info'),
})

const link = matching(
  /^(https?:\/\/[^\s/]|\/(?!\/))\S*$/,
  'must be an http(s) address or a path such as /shop',
)
const freeText = z.string().check(atMost(300))

const schoolVariables = z.object({
  NAME: freeText,
  TAGLINE: freeText,
  CITY: freeText,
  ADDRESS: freeText,
  PHONE: freeText,
  WHATSAPP: freeText,
  EMAIL: z
    .string()
    .check(
      z.maxLength(254, mailAddress),
      z.regex(
        /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\][^\s@<>()[\],;:"\\.]*\.[^\s@<>()[\],;:"\\]+$/,
        mailAddress,
      ),
    ),
  INSTAGRAM: link,
  FACEBOOK: link,
  YOUTUBE: link,
  UPI_ID: matching(/^[\w.-]{2,256}@[A-Za-z][\w.-]{1,63}$/, 'must look like name@bank'),
  UPI_NAME: freeText,
  SHOP_URL: link,
  FORGOT_PASSWORD_URL: link,
  SIGN_UP_URL: link,
  MAP_QUERY: freeText,
  GEO: matching(
    /^-?\d{1,2}(?:\.\d{1,8})?, ?-?\d{1,3}(?:\.\d{1,8})?$/,
    'must be latitude and longitude, such as 13.0337, 80.2690',
  ),
  WHAT_TO_BRING: freeText,
  POPUP_DAYS: matching(/^\d{1,3}$/, 'must be a whole number from 0 to 999'),
})
export type SchoolVariable = keyof typeof schoolVariables.shape
const schoolNames = Object.keys(schoolVariables.shape) as SchoolVariable[]

export const variableNames: readonly string[] = [
  ...Object.keys(variables.shape),
  ...schoolNames.map((name) => `SCHOOL_${name}`),
]

export type Config = ReturnType<typeof readConfig>

export function readConfig(env: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const v = parseVariables(variables, given, '')
  if ((v.ADMIN_EMAIL === undefined) !== (v.ADMIN_PASSWORD === undefined)) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD belong together. Set both or neither.')
  }
  if ((v.SMTP_USER === undefined) !== (v.SMTP_PASSWORD === undefined)) {
    throw new ConfigError('SMTP_USER and SMTP_PASSWORD belong together. Set both or neither.')
  }
  if (v.SMTP_HOST === undefined && (v.SMTP_USER ?? v.SMTP_FROM ?? v.SMTP_TLS) !== undefined) {
    throw new ConfigError(
      'SMTP_HOST is missing. Set it to your mail server, or unset the other SMTP_ variables.',
    )
  }
  if (v.DATABASE_URL && !v.AUTH_SECRET) {
    throw new ConfigError(
      'AUTH_SECRET is missing. With DATABASE_URL, set it to at least 32 random characters, the same on every machine.',
    )
  }
  const ofSchool = schoolNames.flatMap((name) => {
    const value = given[`SCHOOL_${name}`]
    return value === undefined ? [] : [[name, value]]
  })
  return {
    port: v.PORT,
    host: v.HOST,
    dataDir: usableFolder(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL ?? null,
    /** Minimum free disk space in MB. With less, all writing to the data folder stops. */
    diskFreeMbMin: v.DISK_FREE_MB_MIN,
    pictureCacheMb: v.PICTURE_CACHE_MB,
    /** The bucket for pictures. Null keeps pictures in PostgreSQL, or on the disk if the database is SQLite. */
    s3: readS3(v),
    metrics: v.METRICS_PORT === undefined ? null : { port: v.METRICS_PORT, host: v.METRICS_HOST },
    /** The address that visitors see, without a slash at the end. */
    siteUrl: (v.SITE_URL ?? `http://localhost:${v.PORT}`).replace(/(?<!\/)\/+$/, ''),
    admin: v.ADMIN_EMAIL && v.ADMIN_PASSWORD ? { email: v.ADMIN_EMAIL, password: v.ADMIN_PASSWORD } : null,
    authSecret: v.AUTH_SECRET ?? null,
    isWebOnly: v.WEB_ONLY === '1',
    fillsDemo: v.DEMO === '1',
    /** Null unless the variable names a provider; the stored settings then choose it (`school/payment-provider.ts`). */
    paymentProvider: v.PAYMENT_PROVIDER ?? null,
    allowSimulatedPayments: v.ALLOW_SIMULATED_PAYMENTS === '1',
    trustProxy: trustProxy(v.TRUST_PROXY),
    rateLimitFactor: v.RATE_LIMIT_FACTOR,
    maxConnections: v.MAX_CONNECTIONS ?? null,
    holdHours: v.HOLD_HOURS,
    offerHours: v.OFFER_HOURS,
    /** Null unless variables name the mail server. */
    smtp: v.SMTP_HOST
      ? {
          host: v.SMTP_HOST,
          port: v.SMTP_PORT,
          tls: v.SMTP_TLS ?? (v.SMTP_PORT === 465 ? ('implicit' as const) : ('starttls' as const)),
          login: v.SMTP_USER && v.SMTP_PASSWORD ? { user: v.SMTP_USER, password: v.SMTP_PASSWORD } : null,
          from: v.SMTP_FROM ?? null,
        }
      : null,
    /** The time after SIGTERM in which visitors are still served, while `/readyz` answers 503. */
    drainMs: v.DRAIN_MS,
    logLevel: v.LOG_LEVEL,
    /** Initial values of the school's settings. Values that staff store take precedence. */
    school: parseVariables(z.partial(schoolVariables), Object.fromEntries(ofSchool), 'SCHOOL_'),
    isProduction: env.NODE_ENV === 'production',
  }
}

function readS3(v: z.output<typeof variables>) {
  const needed = {
    S3_ENDPOINT: v.S3_ENDPOINT,
    S3_BUCKET: v.S3_BUCKET,
    S3_ACCESS_KEY_ID: v.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: v.S3_SECRET_ACCESS_KEY,
  }
  if (v.PICTURE_STORE === undefined) {
    if (Object.values(needed).every((value) => value === undefined)) return null
    throw new ConfigError('PICTURE_STORE is missing. Set it to s3, or unset the S3_ variables.')
  }
  const [missing] = Object.entries(needed).find(([, value]) => value === undefined) ?? []
  if (missing !== undefined) throw new ConfigError(`${missing} is missing. PICTURE_STORE=s3 needs it.`)
  if (v.DATABASE_URL === undefined) {
    throw new ConfigError(
      'PICTURE_STORE=s3 needs DATABASE_URL. With the embedded database, unset PICTURE_STORE and the S3_ variables.',
    )
  }
  return {
    endpoint: (v.S3_ENDPOINT ?? '').replace(/(?<!\/)\/+$/, ''),
    bucket: v.S3_BUCKET ?? '',
    region: v.S3_REGION,
    accessKeyId: v.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: v.S3_SECRET_ACCESS_KEY ?? '',
  }
}

function parseVariables<Schema extends z.ZodMiniType>(schema: Schema, given: unknown, prefix: string) {
  const { success, data, error } = schema.safeParse(given)
  if (success) return data
  const [wrong] = error.issues
  throw new ConfigError(`${prefix}${String(wrong?.path[0])} ${wrong?.message}.`)
}

function trustProxy(
  value: string | undefined,
): boolean | string | ((address: string, hop: number) => boolean) {
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
      `DATA_DIR ${folder} can’t be written to. Choose another folder, or fix its permissions.`,
    )
  }
  return folder
}
