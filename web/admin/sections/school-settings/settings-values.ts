import * as z from 'zod/mini'
import { type SchoolSettingsForm, schoolSettings } from '../../../../contract/school-settings.ts'

/** The settings as they stand in the form: all of them text, lines of the address each on its own. */
export type SettingsValues = Record<keyof SchoolSettingsForm, string>

/** In the order of the form. */
export const settingLabels: Record<keyof SchoolSettingsForm, string> = {
  name: 'Name',
  tagline: 'Tagline',
  city: 'City',
  phone: 'Phone',
  whatsapp: 'WhatsApp',
  email: 'E-mail',
  address: 'Address',
  mapQuery: 'Map place',
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  shopUrl: 'Shop address',
  signUpUrl: 'Sign-up address',
  forgotPasswordUrl: 'Forgot-password address',
  holdHours: 'Hours a seat is held for its payment',
  offerHours: 'Hours a freed seat is offered',
  popupDays: 'Days until the popup opens again',
  upiId: 'UPI id',
  upiName: 'Payee’s name',
}

export const settingNames = Object.keys(settingLabels) as (keyof SchoolSettingsForm)[]

export function settingsValues(settings: SchoolSettingsForm): SettingsValues {
  return Object.fromEntries(
    settingNames.map((name) => {
      const value = settings[name]
      return [name, Array.isArray(value) ? value.join('\n') : String(value)]
    }),
  ) as SettingsValues
}

/** What was typed, in the types of the wire; not checked. */
function typed(values: SettingsValues): Record<keyof SchoolSettingsForm, unknown> {
  const number = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))
  return {
    ...values,
    address: addressLines(values.address),
    holdHours: number(values.holdHours),
    offerHours: number(values.offerHours),
    popupDays: number(values.popupDays),
  }
}

export function addressLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The contract's rules, on what people type. */
export const settingsRules = z.pipe(z.transform(typed), schoolSettings)

/** The settings that were typed, or the first sentence for each field that is wrong. */
export function readSettings(
  values: SettingsValues,
): { settings: SchoolSettingsForm; errors: null } | { settings: null; errors: Partial<SettingsValues> } {
  const parsed = settingsRules.safeParse(values)
  if (parsed.success) return { settings: parsed.data, errors: null }
  const errors: Partial<SettingsValues> = {}
  for (const { path, message } of parsed.error.issues) {
    errors[path[0] as keyof SchoolSettingsForm] ??= message
  }
  return { settings: null, errors }
}

/** What differs from what was read: only that is sent. */
export function changedSettings(
  before: SchoolSettingsForm,
  after: SchoolSettingsForm,
): Partial<SchoolSettingsForm> {
  const [was, is] = [settingsValues(before), settingsValues(after)]
  return Object.fromEntries(
    settingNames.filter((name) => was[name] !== is[name]).map((name) => [name, after[name]]),
  )
}
