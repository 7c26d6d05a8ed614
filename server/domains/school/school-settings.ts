import type { School } from '../../../contract/school/school.ts'
import type { Config, SchoolVariable } from '../../config.ts'
import { settingText } from '../../db/settings.ts'

export interface SchoolSettings extends Omit<School, 'upi' | 'closedDays' | 'sendsEmails'> {
  upiId: string
  upiName: string
  senderName: string
  signature: string
  /** The number of hours that a seat is held for its payment. */
  holdHours: number
}

/** The name that visitors read until the owner has typed the school's. */
export const nameUnlessSet = 'Our school'

export const groupMaxUnlessSet = 6

/** The rule that the form shows before an owner lets students cancel. */
export const cancelUnlessSet = { cancelHours: 48, cancelShare: 100 }

export const deliveryTimesUnlessSet = { deliveryDaysAhead: 60, makingHours: 3 }

/** The setting that counts the changes made in the back office. */
export const settingsVersion = 'school.version'

/** The texts of a school whose staff set nothing. They say nothing about a school. */
const textsUnlessSet = {
  name: '',
  tagline: '',
  city: '',
  address: '',
  phone: '',
  whatsapp: '',
  email: '',
  senderName: '',
  signature: '',
  instagram: '',
  facebook: '',
  youtube: '',
  upiId: '',
  upiName: '',
  shopUrl: '/store',
  forgotPasswordUrl: '/forgot-password',
  signUpUrl: '/signup',
  mapQuery: '',
  geo: '',
  whatToBring: '',
  popupDays: '1',
}

export type TextSetting = keyof typeof textsUnlessSet
export const textSettings = Object.keys(textsUnlessSet) as TextSetting[]

/** Returns `UPI_ID` for `upiId`. */
export function variableOf(name: TextSetting): SchoolVariable {
  return name.replace(/[A-Z]/g, '_$&').toUpperCase() as SchoolVariable
}

export function schoolText(
  name: TextSetting,
  stored: ReadonlyMap<string, string>,
  variables: Config['school'],
): string {
  return settingText(name, stored, variables[variableOf(name)]) ?? textsUnlessSet[name]
}

/** Splits at `|` and line breaks. */
export function addressLines(text: string): string[] {
  return text
    .split(/[|\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
