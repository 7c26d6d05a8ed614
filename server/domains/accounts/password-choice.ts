import { refusal } from '../../../contract/errors.ts'
import type { SchoolService } from '../school/school.service.ts'
import { hashPassword } from './password-hash.ts'

/** Whose password it will be. */
interface Person {
  email: string
  firstname: string
  lastname: string
}

export type PasswordChoice = ReturnType<typeof createPasswordChoice>

/**
 * The one way from a password that somebody chooses to what is stored of it. Its length was checked by the contract.
 * Only new passwords are looked at: those in use go on.
 */
export function createPasswordChoice(school: Pick<SchoolService, 'current'>) {
  return {
    /**
     * @param field where the form shows its sentence
     * @throws DomainError `validation_failed` for a password that is guessed first
     */
    async hash(password: string, person: Person, field: string): Promise<string> {
      const reason = await reasonAgainst(password, person, (await school.current()).name)
      if (reason !== null) throw refusal(reason, { at: field })
      return hashPassword(password)
    },
  }
}

type PasswordReason = 'password-of-school' | 'password-of-name' | 'password-of-email' | 'password-common'

/** Why this password is not taken; null where it is. */
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

/** The whole name, written in one, or a word of it. */
function holdsName(typed: string, name: string): boolean {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).map(lettersOf)
  return holdsWord(typed, lettersOf(name)) || words.some((word) => holdsWord(typed, word))
}

/** A short one only where it stands by itself: `uma` is part of many words. */
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

/** One to four characters again and again. */
function isRepeated(typed: string): boolean {
  return [1, 2, 3, 4].some((length) => typed === typed.slice(0, length).repeat(128).slice(0, typed.length))
}

let list: Promise<Set<string>> | null = null

/** On the kept list, as it is or without the digits and marks around it; `sunflower2024!` is the latter. */
async function isCommon(typed: string): Promise<boolean> {
  // Loaded when the first password is chosen: a start needs none of it (quality P8).
  list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  const common = await list
  const core = /\p{L}(?:.*\p{L})?/su.exec(typed)?.[0]
  // Digits and marks alone are a date or a phone number.
  return core === undefined || common.has(typed) || common.has(core)
}
