import * as z from 'zod/mini'
import {
  type CurrentSchoolSettings,
  putSchoolSettings,
  type SchoolSettingsForm,
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

export type SettingName = keyof SchoolSettingsForm
export type SettingsRecord = SchoolSettingsForm & { version: number }

export type SettingFields = Fields<SettingsRecord>

export const settingsRecord = ({ settings, version }: CurrentSchoolSettings): SettingsRecord => ({
  ...settings,
  version,
})

// Each input accepts any text, because the rules in `contract/` check all fields together.
const any = z.string()
const needed = { required: true }
export const wide = 'sm:col-span-2'
const tel = { type: 'tel', autoComplete: 'tel' }
const link = { type: 'url', placeholder: 'https://' }

export const settingFields = {
  name: text('Name', any, { ...needed, maxLength: 80 }),
  tagline: text('Tagline', any, { className: wide, maxLength: 120 }),
  city: text('City', any, { ...needed, maxLength: 60 }),
  phone: text('Phone', any, { ...needed, ...tel, hint: 'Shown on the site. Visitors can tap it to call.' }),
  whatsapp: text('WhatsApp', any, { ...tel, hint: 'WhatsApp messages go to this number.' }),
  email: text('E-mail', any, { ...needed, type: 'email', className: wide }),
  senderName: text('Sender’s name', any, {
    maxLength: 80,
    hint: 'The name that e-mails come from. Leave blank to use the school’s name.',
  }),
  signature: area('Signature', any, {
    className: wide,
    rows: 3,
    hint: 'At the end of every e-mail to visitors. Up to six lines, or leave blank.',
  }),
  address: {
    ...area('Address', any, {
      ...needed,
      rows: 3,
      className: wide,
      hint: 'Up to six lines. Receipts show them too.',
    }),
    read: ({ address }: SettingsRecord) => address.join('\n'),
    write: linesOf,
  },
  mapQuery: text('Map place', any, {
    hint: 'Search term for Google Maps. Leave blank to use the address. Fill it in if a line of the address is your GST number.',
  }),
  geo: text('Latitude and longitude', any, {
    hint: 'For search engines, such as “13.0337, 80.2690”. Leave blank to omit.',
  }),
  whatToBring: text('What to bring', any, {
    maxLength: 300,
    className: wide,
    hint: 'Included in e-mails about a seat. Leave blank to omit.',
  }),
  instagram: text('Instagram', any, link),
  facebook: text('Facebook', any, link),
  youtube: text('YouTube', any, { ...link, className: wide }),
  shopUrl: text('Shop address', any, {
    ...needed,
    className: wide,
    hint: 'Where the bouquet card on the home page leads',
  }),
  signUpUrl: text('Sign-up address', any, needed),
  forgotPasswordUrl: text('Forgot-password address', any, needed),
  holdHours: hours('Hours we hold an unpaid seat or order', {
    min: 1,
    hint: 'If it isn’t paid by then, others can take it.',
  }),
  offerHours: hours('Hours to accept an offered seat', {
    min: 1,
    hint: 'We offer a freed seat to the first person on the waiting list.',
  }),
  groupMax: hours('Seats per booking', { min: 1, hint: 'How many seats one person can book, at most 20' }),
  canCancelSeats: box('Students can cancel a confirmed seat themselves', {
    className: wide,
    hint: 'On the seat’s page. If this is off, the page asks them to call you.',
  }),
  cancelHours: hours('Hours before the batch begins', {
    hint: 'Students can cancel until then. 0 means until the batch begins.',
  }),
  cancelShare: hours('Percent refunded', {
    hint: 'Of what was paid for the seat. 100 refunds everything, 0 nothing.',
  }),
  confirmFirst: box('Hold a seat only after the e-mail address is confirmed', {
    className: wide,
    hint: 'Turn this on if you get many false bookings. Anyone who is signed in with a confirmed address skips this step.',
  }),
  unprovedShare: hours('Share held without a confirmed e-mail (%)', {
    min: 1,
    hint: 'Applies to each batch, product, delivery time and coupon. Above this share, people must confirm their e-mail first.',
  }),
  unprovedPieces: hours('Items one person can hold without a confirmed e-mail', {
    min: 1,
    hint: 'Seats and store items together',
  }),
  hasHall: box('Hall', { hint: 'The hall’s section and its price page' }),
  hasStore: box('Store', { hint: 'Flowers, cart, checkout and favourites' }),
  hasSampleShop: box('Sample bouquets', { hint: 'The page of bouquets with prices in US dollars' }),
  hasJournal: box('Journal', { hint: 'Posts and their RSS feed' }),
  hasPopup: box('Newsletter popup', { hint: 'Opens by itself on the home page' }),
  popupDays: hours('Days until the popup opens again', { hint: '0 opens it on every visit.' }),
  popupAsksEmailAlone: box('Ask only for the e-mail address', {
    hint: 'If this is off, the popup also asks for a name and a phone number.',
  }),
  deliveryDaysAhead: hours('Days ahead customers can order', {
    min: 1,
    hint: '1 means today and tomorrow. At most 365.',
  }),
  makingHours: hours('Hours to make an order', {
    hint: 'An order must be paid at least this long before its delivery.',
  }),
  upiId: text('UPI id', any, { autoComplete: 'off', hint: 'Such as school@bank' }),
  paysAtSchool: box('People can pay at the school', {
    className: wide,
    hint: 'They choose it on the payment page and confirm their e-mail address. We hold the seat or order until they come.',
  }),
  upiName: text('Payee’s name', any, { maxLength: 80, hint: 'Leave blank to use the school’s name' }),
} satisfies Fields<SettingsRecord> & Record<SettingName, unknown>

export type SettingsValues = ValuesOf<typeof settingFields>

/** Makes a field for a number of hours. An empty field becomes `NaN` and is refused, because `Number('')` is 0. */
function hours(label: string, more: { min?: number; hint: string }) {
  const write = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))
  return { ...number(label, any, { ...needed, ...more }), write }
}

/** Returns the label of a setting; undefined if it is not a field of the settings pages. */
export const settingLabel = (name: string): string | undefined =>
  Object.hasOwn(settingFields, name) ? settingFields[name as SettingName].label : undefined

export const settingsRules = (fields: SettingFields) =>
  z.pipe(
    z.transform((values: ValuesOf<SettingFields>): unknown => bodyOf(fields, values)),
    putSchoolSettings.body as z.ZodMiniType,
  )
