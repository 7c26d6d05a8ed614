import { domainToASCII } from 'node:url'
import { type Insertable, sql } from 'kysely'
import { emailPattern } from '../../contract/email-pattern.ts'
import { type EachAt, prepareForEach, prepareInsert } from '../db/prepared.ts'
import type { Queryable, Schema, Tx } from '../db/schema.ts'
import { demonstrationOf } from '../db/settings.ts'

/**
 * Returns the mailbox to which an address leads: upper case, a part after `+`, and dots in Google's addresses make no
 * difference. Empty stays empty.
 */
export function mailboxOf(address: string): string {
  if (address === '') return ''
  const plain = address.normalize('NFKC').trim().toLowerCase()
  const at = plain.lastIndexOf('@')
  const [name = ''] = plain.slice(0, at).split('+')
  // Mail servers convert a domain to ASCII, read every kind of full stop as a dot, and ignore a dot at the end.
  const written = plain.slice(at + 1)
  const domain = (domainToASCII(written) || written).replace(/\.$/, '')
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${domain}`
}

/** False for an address from old records that a mail server could read as another address, or as several. */
export function canBeMailed(address: string): boolean {
  return address.length <= 254 && emailPattern.test(address)
}

export type Proved = Awaited<ReturnType<typeof findProved>>

/**
 * The addresses of proved accounts, of staff and of the school count as proved, and no others (decision 0053). A school
 * without an address gets its messages at the first owner's.
 */
export async function findProved(tx: Tx, addresses: readonly string[], emailVariable: string | undefined) {
  const emails = addresses.map((address) => address.toLowerCase())
  const { rows } = await selectProved(tx, emails.length > 0 ? emails : [''])
  const emailOf = (kind: (typeof rows)[number]['kind']) => rows.find((row) => row.kind === kind)?.email
  const stored = emailOf('school') ?? emailVariable ?? emailOf('demonstration')
  const school = stored || (emailOf('owner') ?? '')
  const proved = new Set([school.toLowerCase(), ...rows.map(({ email }) => email.toLowerCase())])
  const isDemonstration = emailOf('demonstration') !== undefined
  return { school, isDemonstration, has: (address: string) => proved.has(address.toLowerCase()) }
}

type Kind = 'account' | 'school' | 'demonstration' | 'owner'

const selectProved = prepareForEach((db, at: EachAt<string>, length) => {
  const emails = Array.from({ length }, (_, n) => at((all) => all[n] ?? ''))
  return db
    .selectFrom('user')
    .select([sql<Kind>`'account'`.as('kind'), 'email'])
    .where('email', 'in', emails)
    .where((eb) => eb.or([eb('emailVerified', '=', 1), eb('usertype', '=', 'admin')]))
    .unionAll(
      db
        .selectFrom('setting')
        .select([sql<Kind>`'school'`.as('kind'), 'value as email'])
        .where('name', '=', 'school.email'),
    )
    .unionAll(
      db
        .selectFrom('setting')
        .select([sql<Kind>`'demonstration'`.as('kind'), 'value as email'])
        .where('name', '=', demonstrationOf('email')),
    )
    .unionAll(
      db
        .selectFrom('user')
        .select([sql<Kind>`'owner'`.as('kind'), 'email'])
        .where('id', '=', (one) =>
          one
            .selectFrom('user')
            .select('id')
            .where('role', '=', 'owner')
            .where('disabledAt', 'is', null)
            .orderBy('createdAt')
            .orderBy('id')
            .limit(1),
        ),
    )
})

type Counted = Insertable<Schema['letter_count']>

/** Returns the new count. The row stays locked, so counting 0 e-mails just locks it. */
export async function countLetters(db: Queryable, counted: Counted): Promise<number> {
  const { rows } = await addLetters(db, [counted])
  return Number(rows[0]?.letters)
}

const addLetters = prepareInsert('letter_count', (insert) =>
  insert
    .onConflict((conflict) =>
      conflict.columns(['mailbox', 'day']).doUpdateSet((eb) => ({
        letters: eb('letter_count.letters', '+', eb.ref('excluded.letters')),
      })),
    )
    .returning('letters'),
)

export async function uncountLetters(tx: Tx, { mailbox, day, letters }: Counted): Promise<void> {
  await tx
    .updateTable('letter_count')
    .set((eb) => ({ letters: eb('letters', '-', letters) }))
    .where('mailbox', '=', mailbox)
    .where('day', '=', day)
    .execute()
}
