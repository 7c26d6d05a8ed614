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

/** The name that visitors read until an owner types the school's name. */
export const nameUnlessSet = 'Our school'

export const groupMaxUnlessSet = 6

/** The values that the form shows before an owner lets students cancel. */
export const cancelUnlessSet = { cancelHours: 48, cancelShare: 100 }

export const deliveryTimesUnlessSet = { deliveryDaysAhead: 60, makingHours: 3 }

/** The setting that counts the changes made in the back office. */
export const settingsVersion = 'school.version'

/** The values of settings that staff have not set. They state nothing about the school. */
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

/** Returns the name of the variable for a setting: `UPI_ID` for `upiId`. */
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
