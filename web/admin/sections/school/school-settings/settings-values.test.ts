import { expect, test } from 'vitest'
import type { SchoolSettingsForm } from '../../../../../contract/school/school-settings.ts'
import { bodyOf, changedFields, valuesOf } from '../../../record-fields.tsx'
import { type SettingsRecord, type SettingsValues, settingFields, settingsRules } from './settings-values.ts'

const settings: SchoolSettingsForm = {
  name: 'Malar',
  tagline: 'School of Floral Design',
  city: 'Chennai',
  address: ['14 Malligai Street', 'Mylapore'],
  phone: '+91 44 5550 0142',
  whatsapp: '+91 44 5550 0143',
  email: 'hello@malar.example',
  senderName: '',
  signature: '',
  instagram: '',
  facebook: 'https://www.facebook.com/malar',
  youtube: '',
  mapQuery: 'Mylapore, Chennai',
  geo: '13.0337, 80.2690',
  whatToBring: 'Nothing: flowers and tools wait for you.',
  shopUrl: '/shop',
  signUpUrl: '/signup',
  forgotPasswordUrl: '/forgot-password',
  groupMax: 6,
  canCancelSeats: false,
  cancelHours: 48,
  cancelShare: 100,
  hasHall: true,
  hasStore: true,
  hasSampleShop: true,
  hasJournal: true,
  hasPopup: true,
  popupDays: 1,
  popupAsksEmailAlone: false,
  holdHours: 48,
  offerHours: 24,
  confirmFirst: false,
  unprovedShare: 50,
  unprovedPieces: 10,
  deliveryDaysAhead: 60,
  makingHours: 3,
  upiId: 'malar.flowers@examplebank',
  paysAtSchool: false,
  upiName: '',
}

const rules = settingsRules(settingFields)
const settingsValues = (form: SchoolSettingsForm): SettingsValues =>
  valuesOf<SettingsRecord, typeof settingFields>(settingFields, { ...form, version: 1 })
const readSettings = (values: SettingsValues) => bodyOf(settingFields, values)

test('settings that are loaded into the form and saved are sent back unchanged', () => {
  const read = readSettings(settingsValues(settings))
  expect(read).toEqual(settings)
  expect(rules.parse(settingsValues(settings))).toEqual(settings)
  expect(changedFields(settings, read)).toEqual({})
})

test('the settings form sends only changed settings, and leaves out empty lines of the address', () => {
  const values = { ...settingsValues(settings), address: ' 1 Beach Road \n\nPuducherry', holdHours: '5' }
  expect(changedFields(settings, readSettings(values))).toEqual({
    address: ['1 Beach Road', 'Puducherry'],
    holdHours: 5,
  })
})

test('each wrong setting is refused with its own error message', () => {
  const values = {
    ...settingsValues(settings),
    name: ' ',
    popupDays: '',
    offerHours: 'two',
    address: '\n',
    youtube: 'tube',
  }
  const errors: Record<string, string> = {}
  for (const { path, message } of rules.safeParse(values).error?.issues ?? [])
    errors[String(path[0])] ??= message
  expect(errors).toEqual({
    name: 'Enter the school’s name',
    address: 'Enter the address',
    popupDays: 'Enter a whole number from 0 to 999',
    offerHours: 'Enter a whole number from 1 to 720',
    youtube: 'Enter an address that begins with https://, or leave this blank',
  })
})
