import { domainToASCII } from 'node:url'
import { sql } from 'kysely'
import { emailPattern } from '../../contract/email-pattern.ts'
import type { Tx } from '../db/schema.ts'

/** The mailbox by which letters are counted: spelling, what follows a `+`, and Google's dots make no difference. */
export function mailboxOf(address: string): string {
  const plain = address.normalize('NFKC').trim().toLowerCase()
  const at = plain.lastIndexOf('@')
  const [name = ''] = plain.slice(0, at).split('+')
  // As a mail server reads it: other scripts in their ASCII form, any full stop as a dot, none at the end.
  const written = plain.slice(at + 1)
  const domain = (domainToASCII(written) || written).replace(/\.$/, '')
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${domain}`
}

/** False for addresses of older databases that a mail server could read as another address, or as several. */
export function canBeMailed(address: string): boolean {
  return address.length <= 254 && emailPattern.test(address)
}

/** Addresses that somebody proved to be theirs. */
export interface Proved {
  school: string
  has(address: string): boolean
}

/**
 * The one place that says which addresses are proved (decision 0053): of accounts whose code was given, of staff, of
 * the school, which is `schoolEmail` unless a setting says another.
 */
export async function findProved(tx: Tx, addresses: readonly string[], schoolEmail: string): Promise<Proved> {
  const emails = addresses.map((address) => address.toLowerCase())
  // Plain SQL, because each sale asks this and building the statement takes longer than running it.
  const { rows } = await sql<{ kind: 'account' | 'school'; email: string }>`
    select 'account' as kind, email from "user"
      where email in (${sql.join(emails.length > 0 ? emails : [''])}) and ("emailVerified" = 1 or usertype = 'admin')
    union all select 'school', value from setting where name = 'school.email'`.execute(tx)
  const school = rows.find(({ kind }) => kind === 'school')?.email ?? schoolEmail
  const proved = new Set([school.toLowerCase(), ...rows.map(({ email }) => email.toLowerCase())])
  return { school, has: (address) => proved.has(address.toLowerCase()) }
}

/** Adds letters to a mailbox's day, and gives their count. The row stays locked, so with 0 this is a lock. */
export async function countLetters(
  tx: Tx,
  { mailbox, day, letters }: { mailbox: string; day: string; letters: number },
): Promise<number> {
  const { rows } = await sql<{ letters: number }>`
    insert into letter_count (mailbox, day, letters) values (${mailbox}, ${day}, ${letters})
    on conflict (mailbox, day) do update set letters = letter_count.letters + excluded.letters
    returning letters`.execute(tx)
  return Number(rows[0]?.letters)
}
