import * as z from 'zod/mini'
import {
  type CurrentSchoolSettings,
  type SchoolSettingsForm,
  schoolSettings,
} from '../../../../../contract/school/school-settings.ts'
import {
  area,
  bodyOf,
  box,
  type Fields,
  linesOf,
  number,
  text,
  type ValuesOf,
} from '../../../record-fields.tsx'

export type SettingsRecord = SchoolSettingsForm & { version: number }

export const settingsRecord = ({ settings, version }: CurrentSchoolSettings): SettingsRecord => ({
  ...settings,
  version,
})

// Each input accepts any text, because the contract's rules check all fields together.
const any = z.string()
const needed = { required: true }
export const wide = 'sm:col-span-2'
const tel = { type: 'tel', autoComplete: 'tel' }
const link = { type: 'url', placeholder: 'https://' }

export const settingFields = {
  name: text('Name', any, { ...needed, maxLength: 80 }),
  tagline: text('Tagline', any, { className: wide, maxLength: 120 }),
  city: text('City', any, { ...needed, maxLength: 60 }),
  phone: text('Phone', any, { ...needed, ...tel, hint: 'Shown on the site, and dialled.' }),
  whatsapp: text('WhatsApp', any, { ...needed, ...tel, hint: 'Chats open with this number.' }),
  email: text('E-mail', any, { ...needed, type: 'email', className: wide }),
  address: {
    ...area('Address', any, { ...needed, rows: 3, hint: 'Each line on its own, at most six.' }),
    read: ({ address }: SettingsRecord) => address.join('\n'),
    write: linesOf,
  },
  mapQuery: text('Map place', any, { ...needed, hint: 'What Google Maps is asked for.' }),
  geo: text('Latitude and longitude', any, {
    placeholder: '13.0337, 80.2690',
    hint: 'For search engines; empty says nothing.',
  }),
  whatToBring: text('What to bring', any, {
    maxLength: 300,
    className: wide,
    hint: 'In the letters of a seat; empty says nothing.',
  }),
  instagram: text('Instagram', any, link),
  facebook: text('Facebook', any, link),
  youtube: text('YouTube', any, { ...link, className: wide }),
  shopUrl: text('Shop address', any, { ...needed, className: wide, hint: 'Where the bouquet card leads.' }),
  signUpUrl: text('Sign-up address', any, needed),
  forgotPasswordUrl: text('Forgot-password address', any, needed),
  holdHours: hours('Hours a seat is held for its payment', {
    min: 1,
    hint: 'Unpaid, it is free again then.',
  }),
  offerHours: hours('Hours a freed seat is offered', { min: 1, hint: 'To the first of the waiting list.' }),
  groupMax: hours('Seats in one go', { min: 1, hint: 'Of one payer; at most 20.' }),
  confirmFirst: box('Hold a seat only after the link in the letter is pressed', {
    className: wide,
    hint: 'For times when strangers take seats that they do not want. Who is signed in with a verified address needs no letter.',
  }),
  unprovedShare: hours('Share held without a confirmed email (%)', {
    min: 1,
    hint: 'Of a batch, a product, a delivery time or a coupon. Beyond it, people confirm their email first.',
  }),
  unprovedPieces: hours('Items one person can hold without a confirmed email', {
    min: 1,
    hint: 'Seats and flowers together.',
  }),
  popupDays: hours('Days until the popup opens again', { hint: '0 opens it on every visit.' }),
  deliveryDaysAhead: hours('Days ahead a delivery can be chosen', {
    min: 1,
    hint: 'Today is 0; at most 365.',
  }),
  makingHours: hours('Hours to make an order', {
    hint: 'So long before its delivery an order must be paid.',
  }),
  upiId: text('UPI id', any, { ...needed, autoComplete: 'off', hint: 'Such as school@bank.' }),
  upiName: text('Payee’s name', any, { maxLength: 80, hint: 'Empty for the school’s name.' }),
} satisfies Fields<SettingsRecord> & Record<keyof SchoolSettingsForm, unknown>

export type SettingsValues = ValuesOf<typeof settingFields>

/** Makes a field for a number of hours. An empty field is refused: it must not be read as 0. */
function hours(label: string, more: { min?: number; hint: string }) {
  const write = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))
  return { ...number(label, any, { ...needed, ...more }), write }
}

export const settingsRules = z.pipe(
  z.transform((values: SettingsValues): unknown => bodyOf(settingFields, values)),
  schoolSettings,
)
