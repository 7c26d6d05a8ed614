import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig, variableNames } from '../../server/config.ts'
import { availableEngines } from '../harness/app.ts'
import { makeSchool, root, type School, startMain, startProcess } from './server-process.ts'
import { isFull } from './size.ts'

/**
 * Wrong values of every environment variable, with the error message of the start for each. Null: every text is valid.
 */
const wrong: Record<string, [value: string, sentence: string][] | null> = {
  PORT: [
    ['a', 'PORT must be a whole number from 0 to 65535.'],
    ['-1', 'PORT must be a whole number from 0 to 65535.'],
    ['65536', 'PORT must be a whole number from 0 to 65535.'],
    ['80.5', 'PORT must be a whole number from 0 to 65535.'],
  ],
  HOST: [
    [
      'no such host',
      'HOST no such host is not an address of this machine. Set it to localhost, or to 0.0.0.0 for every network.',
    ],
  ],
  DATA_DIR: null, // a test below covers the variable, because it depends on the file system
  DATABASE_URL: [
    ['mysql://localhost/x', 'DATABASE_URL must begin with postgres:// or postgresql://.'],
    ['postgres://[', 'DATABASE_URL must look like postgres://user:password@host:5432/name.'],
  ],
  MAX_CONNECTIONS: [
    ['19', 'MAX_CONNECTIONS must be a whole number from 20 to 100000.'],
    ['many', 'MAX_CONNECTIONS must be a whole number from 20 to 100000.'],
  ],
  METRICS_PORT: [['70000', 'METRICS_PORT must be a whole number from 0 to 65535.']],
  METRICS_HOST: null, // a test below covers the variable, because it needs the port
  WEB_ONLY: [['yes', 'WEB_ONLY must be 0 or 1.']],
  PICTURE_CACHE_MB: [['9', 'PICTURE_CACHE_MB must be a whole number from 10 to 1000000.']],
  PICTURE_STORE: [
    ['disk', 'PICTURE_STORE must be s3, or not set.'],
    ['s3', 'S3_ENDPOINT is missing. PICTURE_STORE=s3 needs it.'],
  ],
  S3_ENDPOINT: [
    ['s3.example', 'S3_ENDPOINT must be an http(s) address.'],
    ['https://key:secret@s3.example', 'S3_ENDPOINT must be an http(s) address.'],
    ['https://s3.example', 'PICTURE_STORE is missing. Set it to s3, or unset the S3_ variables.'],
  ],
  S3_BUCKET: [['My Bucket', 'S3_BUCKET must be the name of a bucket.']],
  S3_REGION: [['south 1', 'S3_REGION must be the name of a region.']],
  S3_ACCESS_KEY_ID: [['two words', 'S3_ACCESS_KEY_ID must be ASCII characters without spaces.']],
  S3_SECRET_ACCESS_KEY: [['two words', 'S3_SECRET_ACCESS_KEY must be ASCII characters without spaces.']],
  DISK_FREE_MB_MIN: [
    ['-1', 'DISK_FREE_MB_MIN must be a whole number from 0 to 1000000.'],
    ['plenty', 'DISK_FREE_MB_MIN must be a whole number from 0 to 1000000.'],
  ],
  SITE_URL: [
    ['malar.example', 'SITE_URL must be an http(s) address.'],
    ['https://', 'SITE_URL must be an http(s) address.'],
    ['javascript:alert(1)', 'SITE_URL must be an http(s) address.'],
    ['https://[', 'SITE_URL must be an http(s) address.'],
  ],
  ADMIN_EMAIL: [['owner', 'ADMIN_EMAIL must be an e-mail address.']],
  ADMIN_PASSWORD: [
    ['short', 'ADMIN_PASSWORD must have at least 10 characters.'],
    ['x'.repeat(129), 'ADMIN_PASSWORD must have at most 128 characters.'],
  ],
  AUTH_SECRET: [['too short', 'AUTH_SECRET must have at least 32 characters.']],
  DEMO: [['yes', 'DEMO must be 0 or 1.']],
  PAYMENT_PROVIDER: [['cash', 'PAYMENT_PROVIDER must be simulator or upi.']],
  ALLOW_SIMULATED_PAYMENTS: [['true', 'ALLOW_SIMULATED_PAYMENTS must be 0 or 1.']],
  TRUST_PROXY: [
    ['nginx', 'TRUST_PROXY must be true, false, a number of proxies, or a list of their addresses.'],
    ['-1', 'TRUST_PROXY must be true, false, a number of proxies, or a list of their addresses.'],
    ['10.0.0.1/99', 'TRUST_PROXY must be true, false, a number of proxies, or a list of their addresses.'],
  ],
  RATE_LIMIT_FACTOR: [
    ['0', 'RATE_LIMIT_FACTOR must be a number above 0.'],
    ['-1', 'RATE_LIMIT_FACTOR must be a number above 0.'],
    ['many', 'RATE_LIMIT_FACTOR must be a number above 0.'],
    ['Infinity', 'RATE_LIMIT_FACTOR must be a number above 0.'],
  ],
  HOLD_HOURS: [
    ['0', 'HOLD_HOURS must be a whole number from 1 to 720.'],
    ['721', 'HOLD_HOURS must be a whole number from 1 to 720.'],
    ['1.5', 'HOLD_HOURS must be a whole number from 1 to 720.'],
  ],
  OFFER_HOURS: [
    ['0', 'OFFER_HOURS must be a whole number from 1 to 720.'],
    ['721', 'OFFER_HOURS must be a whole number from 1 to 720.'],
  ],
  DRAIN_MS: [
    ['-1', 'DRAIN_MS must be a whole number from 0 to 60000.'],
    ['60001', 'DRAIN_MS must be a whole number from 0 to 60000.'],
    ['soon', 'DRAIN_MS must be a whole number from 0 to 60000.'],
  ],
  SMTP_HOST: [['mail server', 'SMTP_HOST must be the name of a mail server.']],
  SMTP_PORT: [['0', 'SMTP_PORT must be a whole number from 1 to 65535.']],
  SMTP_TLS: [
    ['yes', 'SMTP_TLS must be starttls, implicit or none.'],
    ['none', 'SMTP_HOST is missing. Set it to your mail server, or unset the other SMTP_ variables.'],
  ],
  SMTP_USER: [['post', 'SMTP_USER and SMTP_PASSWORD belong together. Set both or neither.']],
  SMTP_PASSWORD: [['a secret', 'SMTP_USER and SMTP_PASSWORD belong together. Set both or neither.']],
  SMTP_FROM: [['school', 'SMTP_FROM must be an e-mail address.']],
  LOG_LEVEL: [['loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.']],
  SCHOOL_NAME: tooLong('NAME'),
  SCHOOL_TAGLINE: tooLong('TAGLINE'),
  SCHOOL_CITY: tooLong('CITY'),
  SCHOOL_ADDRESS: tooLong('ADDRESS'),
  SCHOOL_PHONE: tooLong('PHONE'),
  SCHOOL_WHATSAPP: tooLong('WHATSAPP'),
  SCHOOL_UPI_NAME: tooLong('UPI_NAME'),
  SCHOOL_MAP_QUERY: tooLong('MAP_QUERY'),
  SCHOOL_WHAT_TO_BRING: tooLong('WHAT_TO_BRING'),
  SCHOOL_EMAIL: [['school', 'SCHOOL_EMAIL must be an e-mail address.']],
  SCHOOL_INSTAGRAM: noLink('INSTAGRAM'),
  SCHOOL_FACEBOOK: noLink('FACEBOOK'),
  SCHOOL_YOUTUBE: noLink('YOUTUBE'),
  SCHOOL_SHOP_URL: noLink('SHOP_URL'),
  SCHOOL_FORGOT_PASSWORD_URL: noLink('FORGOT_PASSWORD_URL'),
  SCHOOL_SIGN_UP_URL: noLink('SIGN_UP_URL'),
  SCHOOL_UPI_ID: [['9840012345', 'SCHOOL_UPI_ID must look like name@bank.']],
  SCHOOL_GEO: [['Mylapore', 'SCHOOL_GEO must be latitude and longitude, such as 13.0337, 80.2690.']],
  SCHOOL_POPUP_DAYS: [['-1', 'SCHOOL_POPUP_DAYS must be a whole number from 0 to 999.']],
}

function tooLong(name: string): [string, string][] {
  return [['x'.repeat(301), `SCHOOL_${name} must have at most 300 characters.`]]
}

function noLink(name: string): [string, string][] {
  const sentence = `SCHOOL_${name} must be an http(s) address or a path such as /shop.`
  return [
    ['javascript:alert(1)', sentence],
    ['//evil.example', sentence],
  ]
}

let school: School
beforeAll(async () => {
  school = await makeSchool('sqlite', [])
})
afterAll(() => school.remove())

/** Starts a server that must fail with code 1 and print one sentence on standard error. Returns the sentence. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const child = startMain({ ...school.env, ...env })
  const { code } = await child.exited
  expect(code, child.output.stdout + child.output.stderr).toBe(1)
  expect(child.output.stderr).toMatch(/^[^\n]+[.?]\n$/)
  return child.output.stderr.trim()
}

test('every environment variable of the server has a row of wrong values in this file', () => {
  expect(Object.keys(wrong).sort()).toEqual([...variableNames].sort())
})

const cases = Object.entries(wrong).flatMap(([name, values]) =>
  (values ?? []).map(([value, sentence]) => [name, value, sentence] as const),
)

describe('a wrong environment variable', () => {
  test.each(cases)('the start refuses %s=%s with its error message', async (name, value, sentence) => {
    // A process for each value would take minutes, so most values are checked by `readConfig`, which every start uses.
    if (isFull || !isSaidByReader(sentence)) expect(await refusalOf({ [name]: value })).toBe(sentence)
    else expect(() => readConfig({ ...school.env, [name]: value })).toThrow(new ConfigError(sentence))
  })

  test('a server process with a wrong variable prints one error message and ends', async () => {
    expect(await refusalOf({ PORT: 'a', DEMO: 'yes' })).toBe('PORT must be a whole number from 0 to 65535.')
  })
})

/** False for a fault that the start finds only when it uses the machine, after it has read the variables. */
function isSaidByReader(sentence: string): boolean {
  return !sentence.startsWith('HOST ')
}

test('pictures in S3 are refused with the embedded database, and if one of their variables is missing', () => {
  const whole = {
    PICTURE_STORE: 's3',
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'malar',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  const env = { DATA_DIR: school.folder, AUTH_SECRET: school.env['AUTH_SECRET'] }
  expect(() => readConfig({ ...env, ...whole })).toThrow(
    new ConfigError(
      'PICTURE_STORE=s3 needs DATABASE_URL. With the embedded database, unset PICTURE_STORE and the S3_ variables.',
    ),
  )
  const DATABASE_URL = 'postgres://malar@localhost/malar'
  for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    expect(() => readConfig({ ...env, ...whole, DATABASE_URL, [name]: '' })).toThrow(
      new ConfigError(`${name} is missing. PICTURE_STORE=s3 needs it.`),
    )
  expect(readConfig({ ...env, ...whole, DATABASE_URL }).s3).toMatchObject({
    endpoint: 'https://s3.example',
    region: 'us-east-1',
  })
})

test('the start refuses a METRICS_HOST that is not an address of the machine', async () => {
  expect(await refusalOf({ METRICS_PORT: '0', METRICS_HOST: 'no such host' })).toBe(
    'The metrics can’t be served on METRICS_HOST no such host, METRICS_PORT 0 (ENOTFOUND). Set them to an address of this machine and a free port.',
  )
})

describe('a port, folder, database or build that the start cannot use', () => {
  let taken: Server
  beforeAll(async () => {
    taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => taken.close())

  test('the start refuses a port in use', async () => {
    const { port } = taken.address() as { port: number }
    expect(await refusalOf({ PORT: String(port) })).toBe(
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another number.`,
    )
  })

  test('the start refuses a data folder that it cannot write to', async () => {
    const file = path.join(school.folder, 'a-file')
    writeFileSync(file, '')
    const folder = path.join(file, 'data')
    expect(await refusalOf({ DATA_DIR: folder })).toBe(
      `DATA_DIR ${folder} can’t be written to. Choose another folder, or fix its permissions.`,
    )
  })

  test('the start refuses a file that is not a database', async () => {
    const folder = path.join(school.folder, 'no-database')
    mkdirSync(folder)
    const file = path.join(folder, 'malar.db')
    writeFileSync(file, 'this is no database, however long one looks at it. '.repeat(100))
    expect(await refusalOf({ DATA_DIR: folder })).toBe(
      `The server could not start. The database file ${file} can’t be opened (file is not a database). Restore the newest backup with "npm run restore -- FOLDER --force".`,
    )
  })

  test('the start says that PostgreSQL cannot be reached, and does not print its password', async () => {
    const { port } = taken.address() as { port: number }
    taken.once('connection', (socket) => socket.destroy())
    const gone = await refusalOf({ DATABASE_URL: `postgres://malar:hush@127.0.0.1:${port}/malar` })
    expect(gone).toMatch(/^The server could not start\. Can’t connect to PostgreSQL \(.+\)\.$/)
    expect(gone).not.toContain('hush')
    const closed = await refusalOf({ DATABASE_URL: 'postgres://malar:hush@127.0.0.1:1/malar' })
    expect(closed).toMatch(
      /^The server could not start\. Can’t connect to PostgreSQL \(.*ECONNREFUSED.*\)\.$/,
    )
    expect(closed).not.toContain('hush')
  })

  test('the start refuses a site that was never built', async () => {
    const child = startProcess(
      process.execPath,
      [path.join(root, 'server/main.ts')],
      { ...school.env, HOST: '127.0.0.1', PORT: '0' },
      school.folder,
    )
    expect((await child.exited).code).toBe(1)
    expect(child.output.stderr).toBe(
      'The server could not start. The site is not built. Run "npm run build" first.\n',
    )
  })
})

test('the start refuses simulated payments for a real school', async () => {
  expect(await refusalOf({ ALLOW_SIMULATED_PAYMENTS: '0' })).toMatch(
    /^This is not the demonstration school, and simulated payments would confirm seats that nobody paid for\. .+\.$/,
  )
})

describe.each(await availableEngines())('a database that a newer version has migrated, on %s', (engine) => {
  test('the start refuses a database of a newer version', async () => {
    const newer = await makeSchool(engine, [])
    const db = await newer.open()
    try {
      await sql`insert into kysely_migration (name, timestamp) values ('9999-what-comes', 'later')`.execute(
        db.write,
      )
      const child = startMain(newer.env)
      expect((await child.exited).code).toBe(1)
      expect(child.output.stderr).toBe(
        'The server could not start. The database is newer than this version of Malar, which doesn’t know the migration "9999-what-comes". Start the version that wrote it, or restore an earlier backup.\n',
      )
    } finally {
      await db.close()
      newer.remove()
    }
  })
})
