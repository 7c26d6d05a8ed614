import { useQuery } from '@tanstack/react-query'
import {
  BookOpenText,
  Braces,
  Building2,
  CalendarCheck,
  ClipboardList,
  Clock,
  Contact,
  Flower,
  Flower2,
  GraduationCap,
  History,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Mails,
  MessageSquareHeart,
  Newspaper,
  Package,
  PenLine,
  ReceiptIndianRupee,
  Settings,
  ShieldCheck,
  ShoppingBag,
  Sprout,
  TicketPercent,
  Trash2,
  TrendingUp,
  Truck,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import { query } from '../lib/query.ts'
import { useSessionToken } from '../lib/use-session.ts'

interface SectionOptions {
  /** Not in the menu. */
  isHidden?: boolean
  role?: 'owner'
  actions?: readonly SectionAction[]
}

interface SectionAction {
  label: string
  /** More words that find it. */
  words?: string
  /** Its page does this when it opens, by `useSectionAction`. */
  action?: string
  /** The list opens with this filter: `payment=due`. */
  filter?: string
}

const pages = import.meta.glob<{ default: ComponentType }>('./sections/*/*-section.tsx')

/** A section with its page, `sections/orders/orders-section.tsx`, which loads lazily. */
function section(id: string, title: string, description: string, icon: LucideIcon, options?: SectionOptions) {
  const load = pages[`./sections/${id}/${id}-section.tsx`]
  if (!load) throw new Error(`The section ${id} has no page.`)
  // A failed preload is ignored: opening the section says it.
  const page = Object.assign(lazy(load), { preload: () => void load().catch(() => undefined) })
  return { id, title, description, icon, page, ...options }
}

/** In the order of the menu. */
export const sections = [
  section('dashboard', 'Dashboard', 'Overview and stats', LayoutDashboard),
  section('products', 'Products', 'Manage inventory', Package, {
    actions: [
      { label: 'Add Product', action: 'add', words: 'new create stock' },
      { label: 'Import products', action: 'import', words: 'csv file upload' },
      { label: 'Out of stock', filter: 'instock=no', words: 'stock empty sold' },
    ],
  }),
  section('orders', 'Orders', 'Customer orders', ShoppingBag, {
    actions: [{ label: 'Pending orders', filter: 'status=pending', words: 'new open orders' }],
  }),
  section('classes', 'Classes', 'Educational programs', Flower2, {
    actions: [
      { label: 'Add Class', action: 'add', words: 'new course workshop' },
      { label: 'Import classes', action: 'import', words: 'csv file spreadsheet' },
    ],
  }),
  section(
    'event-class-enrollments',
    'Event & Class Enrollments',
    'Event and class registrations',
    CalendarCheck,
    { actions: [{ label: 'Mark paid', filter: 'payment=due', words: 'due money payment enrolment' }] },
  ),
  section(
    'category-visitor-list',
    'Category Visitor List',
    'Event/venue and corporate visitor data',
    Building2,
  ),
  section('feedback', 'Feedback', 'Student reviews', MessageSquareHeart, {
    actions: [{ label: 'Add Feedback', action: 'add', words: 'new review rating student' }],
  }),
  section('office-timing', 'Office Hours', 'Business hours', Clock, {
    actions: [{ label: 'Add Office Hours', action: 'add', words: 'new day holiday closed times' }],
  }),
  section('students', 'Students', 'Everybody who learns here', GraduationCap),
  section('instructors', 'Instructors', 'Who teaches here', UserRound),
  section('impact', 'Impact Management', 'Site impact values', TrendingUp, {
    actions: [{ label: 'Add Impact', action: 'add', words: 'new number about' }],
  }),
  section('event-pricing', 'Event Pricing', 'Event venue pricing', ReceiptIndianRupee),
  section('custom-requests', 'Custom Requests', 'Custom product requests', PenLine),
  section('delivery', 'Delivery', 'Slots, zones and closed days', Truck, {
    actions: [
      { label: 'Add delivery slot', action: 'add-slot', words: 'new time window capacity' },
      { label: 'Add delivery zone', action: 'add-zone', words: 'new pincode fee area' },
      { label: 'Close a delivery day', action: 'add-day', words: 'new holiday capacity' },
    ],
  }),
  section('coupons', 'Coupons', 'Codes that take something off', TicketPercent, {
    actions: [{ label: 'Add Coupon', action: 'add', words: 'new code discount offer voucher many' }],
  }),
  section('money', 'Money Desk', 'What arrived, and what it is for', Landmark, {
    actions: [{ label: 'Import statement', action: 'import', words: 'bank upi csv money paid' }],
  }),
  section('florist', 'Florist', 'The morning: market, make list, route and cards', Flower, {
    actions: [
      { label: 'Make list', filter: 'view=make', words: 'tie bouquet today start' },
      { label: 'Route list', filter: 'view=route', words: 'deliver drive address map' },
      { label: 'Print cards', filter: 'view=cards', words: 'card message a4' },
    ],
  }),
  section('recipes', 'Recipes', 'What products and classes are made of, and what that costs', Sprout, {
    actions: [
      { label: 'Add Recipe', action: 'add', words: 'new flowers stems cost margin' },
      { label: 'Import recipes', action: 'import', words: 'csv file upload' },
    ],
  }),
  section('blog', 'Journal', 'Posts, drafts, and what is scheduled', BookOpenText, {
    actions: [
      { label: 'Add Post', action: 'add', words: 'new write journal blog article' },
      { label: 'Import posts', action: 'import', words: 'csv file upload' },
      { label: 'Drafts', filter: 'status=draft', words: 'posts unpublished' },
    ],
  }),
  section('status-feedback', 'Status Feedback', 'Work notes of the team', ClipboardList, {
    isHidden: true,
    actions: [{ label: 'Add Status Feedback', action: 'add', words: 'new note task work' }],
  }),
  section('visitors', 'Visitors', 'Who left their name on the home page', Contact, { isHidden: true }),
  section('subscribers', 'Subscribers', 'Who gets the newsletter', Newspaper, { isHidden: true }),
  section('rosters', 'Rosters', 'Who is in which batch, and the sheet of a day', ClipboardList, {
    isHidden: true,
  }),
  section('outbox', 'Messages', 'What was sent, what waits, what failed', Mails),
  section('school-settings', 'School Settings', 'Name, address, links, times and money', Settings),
  section('audit', 'Audit Log', 'Who changed what, and when', History),
  section('bin', 'Bin', 'What was deleted and can come back', Trash2),
  section('security', 'Security', 'Your own sign-in and devices', ShieldCheck),
  section('accounts', 'Accounts', 'Who works here, and who is invited', UsersRound, { role: 'owner' }),
  section('api', 'API', 'Every endpoint, for programs of your own', Braces, { role: 'owner' }),
]

export const initialSection = 'dashboard'

/** The sections that this user may open; the server checks it again. */
export function useOpenSections() {
  const isSignedIn = useSessionToken() !== null
  // The guard has just asked: a link that comes later needs no other answer.
  const { data } = useQuery({ ...query('GET /api/auth/user'), enabled: isSignedIn, refetchOnMount: false })
  return sections.filter(({ role }) => role === undefined || role === data?.role)
}
