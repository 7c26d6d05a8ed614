import { refusal } from '../../../contract/errors.ts'
import type { SchoolService } from '../school/school.service.ts'
import { hashPassword } from './password-hash.ts'

/** Whose password it will be. */
interface Person {
  email: string
  firstname: string
  lastname: string
}

/** The one way from a new password to what is stored of it. The contract has checked its length. */
export function createPasswordChoice(school: Pick<SchoolService, 'current'>) {
  return {
    /** @throws DomainError `validation_failed`, at this field, for a password that is guessed first */
    async hash(password: string, person: Person, field: string): Promise<string> {
      const reason = await reasonAgainst(password, person, (await school.current()).name)
      if (reason !== null) throw refusal(reason, { at: field })
      return hashPassword(password)
    },
  }
}

type PasswordReason = 'password-of-school' | 'password-of-name' | 'password-of-email' | 'password-common'

export async function reasonAgainst(
  password: string,
  { email, firstname, lastname }: Person,
  schoolName: string,
): Promise<PasswordReason | null> {
  const typed = password.normalize('NFKC').toLowerCase()
  if (holdsName(typed, schoolName)) return 'password-of-school'
  if (holdsName(typed, `${firstname} ${lastname}`)) return 'password-of-name'
  const localPart = email.slice(0, email.lastIndexOf('@'))
  if (holdsWord(typed, lettersOf(localPart))) return 'password-of-email'
  if (isRepeated(typed) || (await isCommon(typed))) return 'password-common'
  return null
}

/** The whole name without spaces, or a word of it. */
function holdsName(typed: string, name: string): boolean {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).map(lettersOf)
  return holdsWord(typed, lettersOf(name)) || words.some((word) => holdsWord(typed, word))
}

/** A word of three letters counts only where it stands by itself: `uma` is part of many words. */
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

/** One to four characters repeated. */
function isRepeated(typed: string): boolean {
  return [1, 2, 3, 4].some((length) => typed === typed.slice(0, length).repeat(128).slice(0, typed.length))
}

let list: Promise<Set<string>> | null = null

/** On the list, as it is or, like `sunflower2024!`, without the digits and marks around it. */
async function isCommon(typed: string): Promise<boolean> {
  // Loaded when the first password is chosen, since a start does not need it.
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  const common = await list
  const core = /\p{L}(?:.*\p{L})?/su.exec(typed)?.[0]
  // Without a letter it is a date or a phone number.
  return core === undefined || common.has(typed) || common.has(core)
}
