import type { School } from '../../../contract/school/school.ts'
import type { Config, SchoolVariable } from '../../config.ts'

export interface SchoolSettings extends Omit<School, 'upi' | 'closedDays'> {
  upiId: string
  upiName: string
  /** Hours that a seat waits for its payment. */
  holdHours: number
}

export const groupMaxUnlessSet = 6

export const deliveryTimesUnlessSet = { deliveryDaysAhead: 60, makingHours: 3 }

/** Counts the changes made in the back office. */
export const settingsVersion = 'school.version'

export type TextSetting = Exclude<
  keyof SchoolSettings,
  'siteUrl' | 'simulatedPayments' | 'pictures' | 'holdHours' | 'groupMax'
>

/**
 * Fictitious, so that nobody is called, written to or paid by mistake: exchange 5550 is unused, `@examplebank` is no
 * bank.
 */
export const settingSources: Record<TextSetting, { variable: SchoolVariable; demonstration: string }> = {
  name: { variable: 'NAME', demonstration: 'Malar' },
  tagline: { variable: 'TAGLINE', demonstration: 'School of Floral Design' },
  city: { variable: 'CITY', demonstration: 'Chennai' },
  address: { variable: 'ADDRESS', demonstration: '14 Malligai Street|Mylapore|Chennai 600 004' },
  phone: { variable: 'PHONE', demonstration: '+91 44 5550 0142' },
  whatsapp: { variable: 'WHATSAPP', demonstration: '+91 44 5550 0143' },
  email: { variable: 'EMAIL', demonstration: 'hello@malar.example' },
  instagram: { variable: 'INSTAGRAM', demonstration: 'https://www.instagram.com/malar.floral.example' },
  facebook: { variable: 'FACEBOOK', demonstration: 'https://www.facebook.com/malar.floral.example' },
  youtube: { variable: 'YOUTUBE', demonstration: 'https://www.youtube.com/@malar-floral-example' },
  upiId: { variable: 'UPI_ID', demonstration: 'malar.flowers@examplebank' },
  upiName: { variable: 'UPI_NAME', demonstration: '' },
  shopUrl: { variable: 'SHOP_URL', demonstration: '/store' },
  forgotPasswordUrl: { variable: 'FORGOT_PASSWORD_URL', demonstration: '/forgot-password' },
  signUpUrl: { variable: 'SIGN_UP_URL', demonstration: '/signup' },
  mapQuery: { variable: 'MAP_QUERY', demonstration: 'Mylapore, Chennai 600004' },
  geo: { variable: 'GEO', demonstration: '13.0337, 80.2690' },
  whatToBring: {
    variable: 'WHAT_TO_BRING',
    demonstration: 'Nothing: flowers, tools and an apron wait for you.',
  },
  popupDays: { variable: 'POPUP_DAYS', demonstration: '1' },
}

/** The stored text wins over the variable, the variable over the demonstration. */
export function settingText(
  name: TextSetting,
  stored: ReadonlyMap<string, string>,
  variables: Partial<Record<SchoolVariable, string>>,
): string {
  const { variable, demonstration } = settingSources[name]
  return stored.get(`school.${name}`) ?? variables[variable] ?? demonstration
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
