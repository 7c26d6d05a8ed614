import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { upiIdPattern } from '../money/upi-link.ts'
import { shownPhone } from '../phones.ts'
import { email, emailOrNone, line, patterned, phone, text, version, wrapped } from '../primitives.ts'
import { groupLimit } from '../registrations/enrolments.ts'

/** Allows an empty text, because a setting may be empty until the owner types it. */
const emptyOr = <Schema extends z.ZodMiniType<string, string>>(error: string, schema: Schema) =>
  z.union([z.literal(''), schema], { error })

const phoneSentence = 'Enter a phone number such as +91 44 5550 0142'
/** A phone number. It is stored as staff typed it, because pages show it with its blanks. */
const schoolPhone = phone(/^\+?(?:[\s()-]*\d){7,15}$/, phoneSentence, { read: shownPhone })
const shownNumber = emptyOr(phoneSentence, schoolPhone)
const upiSentence = 'Enter a UPI ID such as name@bank'

/** The address of a page on another site; empty means no link. */
const socialLink = line(300).check(
  z.refine(
    (value) => value === '' || (/^https:\/\/[^\s/.]+\.\S+$/.test(value) && URL.canParse(value)),
    'Enter an address that begins with https://, or leave this blank',
  ),
)

const pageOrSite = line(300).check(
  z.regex(
    /^(https?:\/\/[^\s/]|\/(?![/\\]))\S*$/,
    'Enter an https:// address, or a path on this site such as /shop',
  ),
)

const wholeNumber = (min: number, max: number) => {
  const sentence = `Enter a whole number from ${min} to ${max}`
  return z.number(sentence).check(z.int(sentence), z.gte(min, sentence), z.lte(max, sentence))
}

const flag = z.boolean('Choose yes or no')

/** Latitude and longitude in degrees, or an empty text. */
export const geoPattern = /^(?:-?(?:90|[1-8]?\d)(?:\.\d{1,8})?, ?-?(?:180|1[0-7]\d|[1-9]?\d)(?:\.\d{1,8})?)?$/
const geoSentence = 'Enter a latitude and a longitude, such as “13.0337, 80.2690”, or leave this blank'

export const schoolSettingsFields = {
  name: line(80),
  tagline: line(120),
  city: line(60),
  address: z
    .array(line(100, { required: 'Enter the address' }), 'Enter the address')
    .check(z.maxLength(6, 'Use at most 6 lines for the address')),
  phone: shownNumber,
  whatsapp: shownNumber,
  email: emailOrNone,
  /** The name of the sender in e-mails. If empty, the school's name is used. */
  senderName: line(80),
  /** The lines at the end of every e-mail to visitors. If empty, e-mails have no signature. */
  signature: text(300).check(
    z.refine((value) => value.split('\n').length <= 6, 'Use at most 6 lines for the signature'),
  ),
  instagram: socialLink,
  facebook: socialLink,
  youtube: socialLink,
  /** The text that the map searches for. If empty, the map searches for the address. */
  mapQuery: line(200),
  /** The school's latitude and longitude for search engines. If empty, pages do not mention coordinates. */
  geo: line(40).check(z.regex(geoPattern, geoSentence)),
  /** The things that students bring to a batch. If empty, nothing is shown. */
  whatToBring: text(300),
  shopUrl: pageOrSite,
  signUpUrl: pageOrSite,
  forgotPasswordUrl: pageOrSite,
  hasHall: flag,
  hasStore: flag,
  hasSampleShop: flag,
  hasJournal: flag,
  /** True if the subscribe popup may open by itself. */
  hasPopup: flag,
  /** The days before the subscribe popup opens by itself again; 0 means that it opens at every visit. */
  popupDays: wholeNumber(0, 999),
  /** True if the subscribe popup asks for the e-mail address, and not for name and phone. */
  popupAsksEmailAlone: flag,
  holdHours: wholeNumber(1, 720),
  groupMax: wholeNumber(1, groupLimit),
  /** True if students may cancel a confirmed seat by themselves. `cancelHours` and `cancelShare` then apply. */
  canCancelSeats: flag,
  /** A seat can be cancelled until this many hours before its batch begins; 0 means until it begins. */
  cancelHours: wholeNumber(0, 8760),
  /** The percentage of the money paid for a seat that is refunded if the student cancels the seat. */
  cancelShare: wholeNumber(0, 100),
  /** The hours that a freed seat is kept for the first person on the waiting list. */
  offerHours: wholeNumber(1, 720),
  /**
   * True if a seat is held only after the person opens the link in the e-mail. This is meant for a school that somebody
   * floods with false bookings.
   */
  confirmFirst: flag,
  /** The percentage of the free seats that people with an unconfirmed e-mail address may hold, all together. */
  unprovedShare: wholeNumber(1, 100),
  /** The most seats and pieces of goods that one person with an unconfirmed address may hold. */
  unprovedPieces: wholeNumber(1, 999),
  /** The last delivery day that can be chosen, in days from today; today is 0. */
  deliveryDaysAhead: wholeNumber(1, 365),
  /** The hours before a delivery until which its order must be paid, because the school then begins to make it. */
  makingHours: wholeNumber(0, 48),
  upiId: emptyOr(upiSentence, patterned(321, upiIdPattern, upiSentence, { isTrimmed: true })),
  upiName: line(80),
  /** True if people may pay at the school for what they booked or ordered. */
  paysAtSchool: flag,
} as const

/** Settings that decide how and where money is paid, so only the owner may change them. */
export const moneySettings = [
  'upiId',
  'upiName',
  'paysAtSchool',
] as const satisfies (keyof typeof schoolSettingsFields)[]

/**
 * Settings that say until when students may cancel, and how much is refunded. Only the owner may change them, because
 * they promise the school's money.
 */
export const cancelSettings = [
  'canCancelSeats',
  'cancelHours',
  'cancelShare',
] as const satisfies (keyof typeof schoolSettingsFields)[]

/**
 * Addresses of pages on which people type their password. Staff may choose another page of this site; only the owner
 * may choose another site.
 */
export const signInSettings = [
  'signUpUrl',
  'forgotPasswordUrl',
] as const satisfies (keyof typeof schoolSettingsFields)[]

/**
 * Settings that staff see but cannot change: where people pay, how much is refunded for a cancelled seat, and where the
 * school receives its own e-mails.
 */
export const ownersSettings = [
  ...moneySettings,
  ...cancelSettings,
  'email',
] as const satisfies (keyof typeof schoolSettingsFields)[]

const stored = z.object(schoolSettingsFields)
export type SchoolSettingsForm = z.output<typeof stored>

/**
 * The settings as a form sends them. The stored values of these five may be empty, but a form may not send them empty.
 */
export const schoolSettings = z.extend(stored, {
  name: line(80, { required: 'Enter the school’s name' }),
  city: line(60, { required: 'Enter the city' }),
  address: schoolSettingsFields.address.check(z.minLength(1, 'Enter the address')),
  phone: schoolPhone,
  email: email('Enter the school’s e-mail address'),
})

const current = z.object({
  settings: stored,
  version,
  mayEditMoney: z.boolean(),
  mayLeaveSite: z.boolean(),
})
export type CurrentSchoolSettings = z.output<typeof current>

export const getSchoolSettings = defineEndpoint('GET /api/admin/school-settings', {
  summary: 'Get the school’s settings, such as its address, its UPI ID and how long seats are held',
  right: 'settings',
  response: wrapped(current),
})

export const putSchoolSettings = defineEndpoint('PUT /api/admin/school-settings', {
  summary:
    'Change the school’s settings. Settings that are left out keep their values. Only an owner who gave the password again can change how people pay, the rule for cancelling a seat and the school’s e-mail address. Only an owner can move sign-up or password resets to another site.',
  right: 'settings',
  body: z.partial(z.extend(schoolSettings, { version: z.number() })),
  response: wrapped(current),
})
