import { DomainError } from '../contract/errors.ts'
import type { PersonFound } from '../contract/people/person-data.ts'
import { Stop } from './backup/manifest.ts'

/** Other people with the same number or name, and their entries that may mean the person, but for the named ones. */
export function entriesInWords({ words, others }: PersonFound, named: readonly string[]): string {
  const lines: string[] = []
  if (others.length > 0) {
    lines.push('', 'The same phone number or name stands beside other addresses, which are left as they are')
    lines.push(...others.map(({ email, count }) => `  ${email}: ${count}`))
  }
  const rest = words.filter(({ record }) => record === null || !named.includes(record))
  if (rest.length > 0) {
    lines.push('', 'Other people’s entries that may mean this person: add those that do to the command')
    lines.push(
      ...rest.map(({ where, text, record }) => `  ${record ?? '(change it there)'}  ${where}: ${text}`),
    )
  }
  return lines.map((line) => `${line}\n`).join('')
}

export const asStop =
  (more: (code: string) => string = () => '') =>
  (error: unknown): never => {
    throw error instanceof DomainError ? new Stop(error.message + more(error.code)) : error
  }
