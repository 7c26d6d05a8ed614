import type { School } from '../../../contract/school/school.ts'
import type { Config, SchoolVariable } from '../../config.ts'

export interface SchoolSettings extends Omit<School, 'upi' | 'closedDays'> {
  upiId: string
  upiName: string
  /** The number of hours that a seat is held for its payment. */
  holdHours: number
}

export const groupMaxUnlessSet = 6

export const deliveryTimesUnlessSet = { deliveryDaysAhead: 60, makingHours: 3 }

/** The setting that counts the changes made in the back office. */
export const settingsVersion = 'school.version'

export type TextSetting = Exclude<
  keyof SchoolSettings,
  'siteUrl' | 'simulatedPayments' | 'pictures' | 'holdHours' | 'groupMax'
>

/** Fictitious texts, so that nobody is called, written to or paid: exchange 5550 and `@examplebank` do not exist. */
export const demonstrationTexts: Record<TextSetting, string> = {
  name: 'Malar',
  tagline: 'School of Floral Design',
  city: 'Chennai',
  address: '14 Malligai Street|Mylapore|Chennai 600 004',
  phone: '+91 44 5550 0142',
  whatsapp: '+91 44 5550 0143',
  email: 'hello@malar.example',
  instagram: 'https://www.instagram.com/malar.floral.example',
  facebook: 'https://www.facebook.com/malar.floral.example',
  youtube: 'https://www.youtube.com/@malar-floral-example',
  upiId: 'malar.flowers@examplebank',
  upiName: '',
  shopUrl: '/store',
  forgotPasswordUrl: '/forgot-password',
  signUpUrl: '/signup',
  mapQuery: 'Mylapore, Chennai 600004',
  geo: '13.0337, 80.2690',
  whatToBring: 'Just yourself. We provide flowers, tools and an apron.',
  popupDays: '1',
}

/** Returns `UPI_ID` for `upiId`. */
export function variableOf(name: TextSetting): SchoolVariable {
  return name.replace(/[A-Z]/g, '_$&').toUpperCase() as SchoolVariable
}

/** The stored text is used before the variable, and the variable before the demonstration's text. */
export function settingText(
  name: TextSetting,
  stored: ReadonlyMap<string, string>,
  variables: Partial<Record<SchoolVariable, string>>,
): string {
  return stored.get(`school.${name}`) ?? variables[variableOf(name)] ?? demonstrationTexts[name]
}

export function schoolEmailUnlessSet({ school }: Pick<Config, 'school'>): string {
  return settingText('email', new Map(), school)
}

/** Splits at `|` and line breaks. */
export function addressLines(text: string): string[] {
  return text
    .split(/[|\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
