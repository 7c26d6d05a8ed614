import {
  Clock,
  CreditCard,
  Globe,
  type LucideIcon,
  Mail,
  Scale,
  ShieldCheck,
  Store,
  Truck,
  UserPlus,
  UsersRound,
  Wrench,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { hasRight, type Right } from '../../../../../contract/rights.ts'
import type { SchoolSettingsForm } from '../../../../../contract/school/school-settings.ts'
import { counted, hoursInWords, joined } from '../../../../../contract/words.ts'
import { useOpenSections } from '../../../section-registry.ts'
import { useRole } from '../../../use-right.ts'
import { LogoField } from './logo-field.tsx'
import { MachineFacts } from './machine-facts.tsx'
import { MailServerPart } from './mail-server.tsx'
import { type SettingsForm, settingsForm } from './settings-form.tsx'
import { CancelPreview, SchoolPreview, UpiPreview } from './settings-preview.tsx'

/**
 * An entry in the list of settings: a page with settings, or a section of the back office that has its own settings.
 */
export interface SettingsPage {
  id: string
  title: string
  about: string
  /** What is set now, for the list of settings. */
  set?: (settings: SchoolSettingsForm) => string
  /** Words by which the search also finds the page. */
  words?: string
  icon: LucideIcon
  /** The id of the section that opens instead of a page. */
  section?: string
  form?: SettingsForm
  /** Parts of the page that are saved separately from the form. */
  parts?: readonly {
    id: string
    title: string
    words: string
    /** The name of the stored setting. Left out if the part is not a stored setting. */
    setting?: string
    right?: Right
    Part: ComponentType
  }[]
  /** Links to other sections about the same subject. */
  links?: readonly { to: string; label: string; about: string; words: string }[]
}

const school = settingsForm(
  'school',
  'School',
  [
    {
      title: 'The school',
      note: 'Shown in the header, in the footer and in every e-mail.',
      names: ['name', 'city', 'tagline'],
    },
    {
      title: 'Contact details',
      note: 'Shown on the contact page, in the footer and on the offline page.',
      names: ['phone', 'whatsapp', 'email', 'address', 'mapQuery', 'geo'],
    },
    {
      title: 'Social media',
      note: 'Links you leave blank aren’t shown.',
      names: ['instagram', 'facebook', 'youtube'],
    },
  ],
  SchoolPreview,
)

const payments = settingsForm(
  'payments',
  'Payments',
  [
    {
      title: 'How people pay',
      note: 'UPI payments go straight to your account. At the school, you take cash or cards and record the payment.',
      names: ['upiId', 'upiName', 'paysAtSchool'],
    },
    {
      title: 'Time to pay',
      note: 'Changes apply to new seats, orders and offers.',
      names: ['holdHours', 'offerHours'],
    },
  ],
  UpiPreview,
)

const enrolment = settingsForm(
  'enrolment',
  'Enrolment',
  [
    {
      title: 'Booking a seat',
      note: 'Shown when someone enrols, and in their e-mails.',
      names: ['groupMax', 'whatToBring'],
    },
    {
      title: 'Cancelling a seat',
      note: 'Students see what we’ll refund before they cancel. You’ll find the refund under “Refunds due” in the Money Desk, and the seat is offered to the waiting list. Seats keep the rule they were booked with, so a change applies to new bookings only.',
      names: ['canCancelSeats', 'cancelHours', 'cancelShare'],
    },
    {
      title: 'False bookings',
      note: 'These limits keep one person from holding seats and flowers that they never pay for.',
      names: ['confirmFirst', 'unprovedShare', 'unprovedPieces'],
    },
  ],
  CancelPreview,
)

const delivery = settingsForm('delivery', 'Delivery', [
  {
    title: 'Orders',
    note: 'Changes apply to new orders.',
    names: ['deliveryDaysAhead', 'makingHours'],
  },
])

const letters = settingsForm('letters', 'E-mails', [
  {
    title: 'Sender and signature',
    note: 'How e-mails to visitors begin and end.',
    names: ['senderName', 'signature'],
  },
])

const website = settingsForm('website', 'Website', [
  {
    title: 'Parts of the site',
    note: 'A part that’s switched off disappears from menus and pages. Buyers can still open what they bought.',
    names: ['hasHall', 'hasStore', 'hasJournal', 'hasSampleShop'],
  },
  {
    title: 'Newsletter popup',
    note: 'It asks visitors of the home page for their e-mail address.',
    names: ['hasPopup', 'popupDays', 'popupAsksEmailAlone'],
  },
])

const advanced = settingsForm('advanced', 'Advanced', [
  {
    title: 'Addresses of other sites',
    note: 'Change these only if another site does this for you.',
    names: ['shopUrl', 'signUpUrl', 'forgotPasswordUrl'],
  },
])

export const settingsPages: readonly SettingsPage[] = [
  {
    id: 'school',
    title: 'School',
    about: 'Name, logo, address, phone, map and social media',
    icon: Store,
    set: ({ name, city, phone }) => joined([name, city, phone], ' · '),
    form: school,
    parts: [
      {
        id: 'logo',
        title: 'Logo',
        setting: 'logo',
        words: 'picture image icon brand emblem upload',
        Part: LogoField,
      },
    ],
  },
  {
    id: 'hours',
    title: 'Opening hours',
    about: 'When you’re open, and closed days',
    words:
      'closed closing office times timing holiday leave festival weekend monday tuesday wednesday thursday friday saturday sunday',
    icon: Clock,
    section: 'office-timing',
  },
  {
    id: 'payments',
    title: 'Payments',
    about: 'How people pay, and how long we hold an unpaid seat or order',
    icon: CreditCard,
    set: ({ upiId, paysAtSchool, holdHours }) =>
      joined(
        [
          upiId && `UPI to ${upiId}`,
          paysAtSchool && 'at the school',
          !upiId && !paysAtSchool && 'No way to pay yet',
          `${hoursInWords(holdHours)} to pay`,
        ],
        ' · ',
      ),
    form: payments,
  },
  {
    id: 'enrolment',
    title: 'Enrolment',
    about: 'Seats per booking, what to bring, cancelling, and limits against false bookings',
    icon: UserPlus,
    set: ({ groupMax, canCancelSeats, cancelShare, cancelHours }) =>
      joined(
        [
          `Up to ${counted(groupMax, 'seat')} in a booking`,
          canCancelSeats
            ? `${cancelShare}% refunded until ${cancelHours === 0 ? 'the batch begins' : `${hoursInWords(cancelHours)} before the batch begins`}`
            : 'students can’t cancel',
        ],
        ' · ',
      ),
    form: enrolment,
  },
  {
    id: 'delivery',
    title: 'Delivery',
    about: 'How many days ahead people can order, and how long an order takes to make',
    icon: Truck,
    set: ({ deliveryDaysAhead, makingHours }) =>
      `Up to ${counted(deliveryDaysAhead, 'day')} ahead · ${hoursInWords(makingHours)} to make`,
    form: delivery,
    links: [
      {
        to: 'delivery',
        label: 'Delivery times and zones',
        about: 'Pincodes, fees and hours',
        words: 'pincode charge charges shipping cost area areas window closed',
      },
    ],
  },
  {
    id: 'letters',
    title: 'E-mails',
    about: 'The server that sends them, who they come from, and how they end',
    icon: Mail,
    set: ({ senderName, name }) => `From ${senderName || name}`,
    form: letters,
    parts: [
      {
        id: 'mail-server',
        title: 'E-mail server',
        words: 'smtp gmail outlook zoho mail host port password trial test letters send',
        Part: MailServerPart,
      },
    ],
  },
  {
    id: 'website',
    title: 'Website',
    about: 'Parts of the site, and the newsletter popup',
    icon: Globe,
    set: ({ hasHall, hasStore, hasJournal, hasPopup }) => {
      const on = [hasHall && 'hall', hasStore && 'store', hasJournal && 'journal', hasPopup && 'popup']
      return `On: ${joined(on) || 'classes only'}`
    },
    form: website,
    links: [
      {
        to: 'pages',
        label: 'Words and pictures of the pages',
        about: 'Headline, pictures, about us, hall, footer',
        words:
          'headline hero heading banner first words front page photos photographs images slideshow upload copyright year',
      },
    ],
  },
  {
    id: 'policies',
    title: 'Policies',
    about: 'Privacy, and the terms for orders, courses and the hall',
    words: 'legal terms conditions privacy refund cancel gdpr rules',
    icon: Scale,
    section: 'pages',
  },
  {
    id: 'staff',
    title: 'Staff',
    about: 'Who may sign in here, and what they may do',
    words: 'accounts employees team users roles permissions invite teacher manager front desk',
    icon: UsersRound,
    section: 'accounts',
  },
  {
    id: 'security',
    title: 'Password and security',
    about: 'Your password, two-factor sign-in and devices',
    words: 'login 2fa otp passkey change sign out authenticator',
    icon: ShieldCheck,
    section: 'security',
  },
  {
    id: 'advanced',
    title: 'Advanced',
    about: 'Addresses of other sites, this server, the API, the audit log and the bin',
    icon: Wrench,
    form: advanced,
    parts: [
      {
        id: 'machine',
        title: 'This server',
        words: 'machine computer backup version database site address',
        right: 'api',
        Part: MachineFacts,
      },
    ],
    links: [
      { to: 'audit', label: 'Audit log', about: 'Who changed what, and when', words: 'history log changes' },
      { to: 'bin', label: 'Bin', about: 'Deleted records you can restore', words: 'trash undelete recover' },
      {
        to: 'api',
        label: 'API',
        about: 'Every endpoint, for your own programs',
        words: 'developer programs',
      },
    ],
  },
]

/** Returns the pages that the user may open, each with the parts and links that the user may see. */
export function useSettingsPages(): SettingsPage[] {
  const open = useOpenSections()
  const role = useRole()
  const isOpen = (section: string) => open.some(({ id }) => id === section)
  return settingsPages
    .filter(({ section }) => section === undefined || isOpen(section))
    .map(({ parts = [], links = [], ...page }) => ({
      ...page,
      parts: parts.filter(({ right }) => right === undefined || hasRight(role, right)),
      links: links.filter(({ to }) => isOpen(to)),
    }))
}

export const addressOf = ({ id, section }: SettingsPage): string =>
  section === undefined ? `school-settings?page=${id}` : section
