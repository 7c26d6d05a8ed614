import { refusal } from '../../../../contract/errors.ts'
import type { SchoolService } from '../../school/index.ts'
import type { UserRow } from '../accounts.repository.ts'
import { hashPassword } from './password-hash.ts'

type Person = Pick<UserRow, 'email' | 'firstname' | 'lastname'>

/** Hashes every new password. The contract has checked its length. */
export function createPasswordChoice(school: Pick<SchoolService, 'settings'>) {
  return {
    /** @throws DomainError `validation_failed` at `field` for a common password */
    async hash(password: string, person: Person, field: string): Promise<string> {
      const reason = await reasonAgainst(password, person, (await school.settings()).settings.name)
      if (reason !== null) throw refusal(reason, { at: field })
      return hashPassword(password)
    },
  }
}

export async function reasonAgainst(
  password: string,
  { email, firstname, lastname }: Person,
  schoolName: string,
) {
  const typed = password.normalize('NFKC').toLowerCase()
  if (holdsName(typed, schoolName)) return 'password-of-school'
  if (holdsName(typed, `${firstname} ${lastname}`)) return 'password-of-name'
  const localPart = email.slice(0, email.lastIndexOf('@'))
  if (holdsWord(typed, lettersOf(localPart))) return 'password-of-email'
  if (isRepeated(typed) || (await isCommon(typed))) return 'password-common'
  return null
}

function holdsName(typed: string, name: string): boolean {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).map(lettersOf)
  return holdsWord(typed, lettersOf(name)) || words.some((word) => holdsWord(typed, word))
}

/** A name of three letters, such as `uma`, is part of many words, so it counts only as a word of its own. */
function holdsWord(typed: string, word: string): boolean {
  if (word.length < 3) return false
  if (word.length > 3) return lettersOf(typed).includes(word)
  return typed.split(/[^\p{L}\p{M}]+/u).includes(word)
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

function isRepeated(typed: string): boolean {
  return [1, 2, 3, 4].some((length) => typed === typed.slice(0, length).repeat(128).slice(0, typed.length))
}

let list: Promise<Set<string>> | null = null

/** Ignores digits and punctuation at both ends, so `sunflower2024!` counts as common. */
async function isCommon(typed: string): Promise<boolean> {
  // The first new password loads the list, because the server does not need it to start.
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  const common = await list
  const core = /\p{L}(?:.*\p{L})?/su.exec(typed)?.[0]
  // A password without letters is a date or a phone number, so it counts as common.
  return core === undefined || common.has(typed) || common.has(core)
}
