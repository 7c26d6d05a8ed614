import { folded } from '../../../../../contract/folded.ts'
import { addressOf, type SettingsPage } from './settings-pages.ts'
import { type SettingName, settingFields } from './settings-values.ts'

/** Words that an owner may type to find a setting, apart from the words of its label and hint. */
const plainWords: Record<SettingName, string> = {
  name: 'school title business called rename',
  tagline: 'slogan motto subtitle',
  city: 'town place',
  phone: 'telephone mobile number call contact landline',
  whatsapp: 'chat mobile number message',
  email: 'mail address contact inbox',
  senderName: 'from mail letters',
  signature: 'footer mail sign off regards letters end',
  address: 'location street where find us footer gst gstin tax receipt',
  mapQuery: 'google maps directions location pin',
  geo: 'gps coordinates map location google search',
  whatToBring: 'students materials tools apron',
  instagram: 'social media insta follow',
  facebook: 'social media fb follow',
  youtube: 'social media videos channel',
  shopUrl: 'url bouquets card link another site',
  signUpUrl: 'register account url another site',
  forgotPasswordUrl: 'reset visitors url another site',
  holdHours: 'reserve expire unpaid wait waiting release cancel order deadline time limit how long',
  offerHours: 'waitlist waiting list place free time limit how long',
  groupMax: 'group size friends people limit maximum how many',
  canCancelSeats: 'refund policy terms give back cancellation own',
  cancelHours: 'refund policy terms cancellation cancel deadline days notice time limit until',
  cancelShare: 'refund policy terms cancellation cancel part money back percentage fee keep',
  confirmFirst: 'spam fake bots fraud verify mail',
  unprovedShare: 'spam fake bots fraud limit verify percent',
  unprovedPieces: 'spam fake bots fraud limit verify maximum',
  hasHall: 'venue rent events turn off hide',
  hasStore: 'shop sell flowers products turn off hide ecommerce online',
  hasSampleShop: 'dollars turn off hide',
  hasJournal: 'blog posts news turn off hide',
  hasPopup: 'pop-up subscribe window email turn off hide',
  popupDays: 'pop-up often repeat frequency',
  popupAsksEmailAlone: 'pop-up subscribe name phone fields short',
  deliveryDaysAhead: 'advance future book calendar order',
  makingHours: 'preparation lead time notice cut-off cutoff same day last minute prepare',
  upiId: 'bank account pay money vpa gpay google phonepe paytm qr code payment',
  paysAtSchool: 'cash card desk counter on site in person',
  upiName: 'bank account holder beneficiary payment upi',
}

/** A result of the search: a setting, a part of a page, or a section. */
export interface FoundSetting {
  id: string
  label: string
  /** The title of the page that has the setting. */
  detail: string
  /** The hash of the page that has the setting. */
  to: string
  /** The element that gets the focus on the page. Left out if the result is a whole page. */
  target?: string
}

type Known = FoundSetting & { words: string; hint: string }

function knownOn(page: SettingsPage, isShown: (name: string) => boolean): Known[] {
  const { id, title, about, words = '', form, parts = [], links = [] } = page
  const to = addressOf(page)
  const names = Object.keys(form?.fields ?? {}).filter(isShown) as SettingName[]
  return [
    { id, label: title, detail: page.section ? 'Opens its section' : 'Page', to, words, hint: about },
    ...names.map((name) => {
      const { label, attributes } = settingFields[name]
      const hint = typeof attributes.hint === 'string' ? attributes.hint : ''
      return { id: name, label, detail: title, to, target: name, words: plainWords[name], hint }
    }),
    ...parts.map((part) => ({
      id: part.id,
      label: part.title,
      detail: title,
      to,
      target: part.id,
      words: part.words,
      hint: '',
    })),
    ...links.map((link) => ({ ...link, id: `${id} ${link.to}`, detail: title, hint: link.about })),
  ]
}

const wordsIn = (text: string) => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)

/** Words that owners type but that are useless for the search, such as “on” in “closed on Sunday”. */
const smallWords = new Set([
  'a',
  'an',
  'the',
  'on',
  'in',
  'of',
  'to',
  'for',
  'my',
  'our',
  'i',
  'is',
  'how',
  'do',
  'and',
])

const singular = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word)

const foundMax = 8

/**
 * Finds the settings that an owner means. Settings whose label has all typed words come first. Settings that have the
 * words among their `plainWords` come next, and settings that have them in their hint come last.
 */
export function findSettings(
  pages: readonly SettingsPage[],
  typed: string,
  isShown: (name: string) => boolean = () => true,
): FoundSetting[] {
  const all = wordsIn(folded(typed))
  const told = all.filter((word) => !smallWords.has(word))
  const wanted = told.length > 0 ? told : all
  if (wanted.length === 0) return []
  const hasAll = (text: string) => {
    const own = wordsIn(folded(text))
    return wanted.every((word) => own.some((one) => one.startsWith(word) || one.startsWith(singular(word))))
  }
  const rank = ({ label, words, hint, detail }: Known) => {
    if (wordsIn(folded(label)).join(' ').startsWith(wanted.join(' '))) return 0
    if (hasAll(label)) return 1
    if (hasAll(`${label} ${words}`)) return 2
    return hasAll(`${label} ${words} ${hint} ${detail}`) ? 3 : 4
  }
  return pages
    .flatMap((page) => knownOn(page, isShown))
    .map((one) => ({ one, at: rank(one) }))
    .filter(({ at }) => at < 4)
    .toSorted((one, other) => one.at - other.at)
    .slice(0, foundMax)
    .map(({ one }) => one)
}
