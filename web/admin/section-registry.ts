import {
  BookOpenText,
  Braces,
  Building2,
  CalendarCheck,
  ClipboardList,
  Clock,
  Contact,
  DoorOpen,
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
import { hasRight, type Right } from '../../contract/rights.ts'
import { useRole } from './use-right.ts'

interface SectionOptions {
  /** A right hides it only from the menu of those who have it, because they come there from elsewhere. */
  isHidden?: true | Right
  actions?: readonly SectionAction[]
}

interface SectionAction {
  label: string
  /** The palette finds it by these words too. */
  words?: string
  /** The page does this when it opens, by `useSectionAction`. */
  action?: string
  /** The list opens with this filter: `payment=due`. */
  filter?: string
}

const pages = import.meta.glob<{ default: ComponentType }>('./sections/*/*/*-section.tsx')

/**
 * `id` is the address's word for it; `orders/florist` is the page `sections/orders/florist/florist-section.tsx`, which
 * loads lazily. Its endpoints check rights of their own.
 */
function section(
  id: string,
  folder: string,
  right: Right,
  title: string,
  description: string,
  icon: LucideIcon,
  options?: SectionOptions,
) {
  const load = pages[`./sections/${folder}/${folder.split('/')[1]}-section.tsx`]
  if (!load) throw new Error(`The section ${id} has no page.`)
  // A failed preload is ignored, because opening the section reports it.
  const page = Object.assign(lazy(load), { preload: () => void load().catch(() => undefined) })
  return { id, right, title, description, icon, page, ...options }
}

/** The menu has the same order. */
export const sections = [
  section('dashboard', 'system/dashboard', 'morning', 'Dashboard', 'Overview and stats', LayoutDashboard),
  section('products', 'store/products', 'store', 'Products', 'Manage inventory', Package, {
    actions: [
      { label: 'Add Product', action: 'add', words: 'new create stock' },
      { label: 'Import products', action: 'import', words: 'csv file upload' },
      { label: 'Out of stock', filter: 'instock=no', words: 'stock empty sold' },
    ],
  }),
  section('orders', 'orders/orders', 'orders', 'Orders', 'Customer orders', ShoppingBag, {
    actions: [{ label: 'Pending orders', filter: 'status=pending', words: 'new open orders' }],
  }),
  section('classes', 'catalogue/classes', 'classes', 'Classes', 'Educational programs', Flower2, {
    actions: [
      { label: 'Add Class', action: 'add', words: 'new course workshop' },
      { label: 'Import classes', action: 'import', words: 'csv file spreadsheet' },
    ],
  }),
  section(
    'event-class-enrollments',
    'registrations/registrations',
    'seats',
    'Event & Class Enrollments',
    'Event and class registrations',
    CalendarCheck,
    { actions: [{ label: 'Mark paid', filter: 'payment=due', words: 'due money payment enrolment' }] },
  ),
  section(
    'category-visitor-list',
    'people/enquiries',
    'enquiries',
    'Category Visitor List',
    'Event/venue and corporate visitor data',
    Building2,
  ),
  section('feedback', 'catalogue/reviews', 'site', 'Feedback', 'Student reviews', MessageSquareHeart, {
    actions: [{ label: 'Add Feedback', action: 'add', words: 'new review rating student' }],
  }),
  section(
    'office-timing',
    'school/office-hours',
    'site',
    'Office Hours',
    'Business hours and closed days',
    Clock,
    {
      actions: [
        { label: 'Add Office Hours', action: 'add', words: 'new day closed times' },
        { label: 'Close a day', action: 'add-day', words: 'new holiday leave closed delivery capacity' },
        { label: 'Import closed days', action: 'import-days', words: 'csv file upload holidays' },
      ],
    },
  ),
  section('students', 'people/students', 'seats', 'Students', 'Everybody who learns here', GraduationCap),
  section('instructors', 'catalogue/instructors', 'classes', 'Instructors', 'Who teaches here', UserRound),
  section('impact', 'site/impact', 'site', 'Impact Management', 'Site impact values', TrendingUp, {
    actions: [{ label: 'Add Impact', action: 'add', words: 'new number about' }],
  }),
  section(
    'event-pricing',
    'school/hall-prices',
    'prices',
    'Event Pricing',
    'Event venue pricing',
    ReceiptIndianRupee,
  ),
  section(
    'custom-requests',
    'people/custom-requests',
    'enquiries',
    'Custom Requests',
    'Custom product requests',
    PenLine,
  ),
  section('rooms', 'catalogue/rooms', 'classes', 'Rooms', 'Where batches meet', DoorOpen, {
    actions: [
      { label: 'Add Room', action: 'add', words: 'new place hall studio' },
      { label: 'Import rooms', action: 'import', words: 'csv file upload' },
    ],
  }),
  section('delivery', 'store/delivery', 'store', 'Delivery', 'Slots, zones and closed days', Truck, {
    actions: [
      { label: 'Add delivery slot', action: 'add-slot', words: 'new time window capacity' },
      { label: 'Add delivery zone', action: 'add-zone', words: 'new pincode fee area' },
      { label: 'Import delivery slots', action: 'import-slots', words: 'csv file upload' },
      { label: 'Import delivery zones', action: 'import-zones', words: 'csv file upload pincodes' },
    ],
  }),
  section('coupons', 'money/coupons', 'prices', 'Coupons', 'Codes that take something off', TicketPercent, {
    actions: [
      { label: 'Add Coupon', action: 'add', words: 'new code discount offer voucher many' },
      { label: 'Import coupons', action: 'import', words: 'csv file upload codes' },
    ],
  }),
  section('money', 'money/money', 'money', 'Money Desk', 'What arrived, and what it is for', Landmark, {
    actions: [{ label: 'Import statement', action: 'import', words: 'bank upi csv money paid' }],
  }),
  section(
    'florist',
    'orders/florist',
    'florist',
    'Florist',
    'The morning: market, make list, route and cards',
    Flower,
    {
      actions: [
        { label: 'Make list', filter: 'view=make', words: 'tie bouquet today start' },
        { label: 'Route list', filter: 'view=route', words: 'deliver drive address map' },
        { label: 'Print cards', filter: 'view=cards', words: 'card message a4' },
      ],
    },
  ),
  section(
    'recipes',
    'store/recipes',
    'florist',
    'Recipes',
    'What products and classes are made of, and what that costs',
    Sprout,
    {
      actions: [
        { label: 'Add Recipe', action: 'add', words: 'new flowers stems cost margin' },
        { label: 'Import recipes', action: 'import', words: 'csv file upload' },
        { label: 'Add Flower', action: 'add-flower', words: 'new stem bunch market price' },
        { label: 'Import flowers', action: 'import-flowers', words: 'csv file upload market' },
      ],
    },
  ),
  section('blog', 'site/journal', 'site', 'Journal', 'Posts, drafts, and what is scheduled', BookOpenText, {
    actions: [
      { label: 'Add Post', action: 'add', words: 'new write journal blog article' },
      { label: 'Import posts', action: 'import', words: 'csv file upload' },
      { label: 'Drafts', filter: 'status=draft', words: 'posts unpublished' },
    ],
  }),
  section(
    'status-feedback',
    'catalogue/notes',
    'notes',
    'Status Feedback',
    'Work notes of the team',
    ClipboardList,
    {
      isHidden: true,
      actions: [{ label: 'Add Status Feedback', action: 'add', words: 'new note task work' }],
    },
  ),
  section(
    'visitors',
    'people/visitors',
    'enquiries',
    'Visitors',
    'Who left their name on the home page',
    Contact,
    {
      isHidden: true,
    },
  ),
  section('subscribers', 'people/subscribers', 'site', 'Subscribers', 'Who gets the newsletter', Newspaper, {
    isHidden: true,
  }),
  section('person', 'people/person', 'seats', 'Person', 'Everything about one person', UserRound, {
    isHidden: true,
  }),
  section(
    'rosters',
    'registrations/rosters',
    'rosters',
    'Rosters',
    'Who is in which batch, and the sheet of a day',
    ClipboardList,
    {
      isHidden: 'classes',
      actions: [
        {
          label: 'Add a person',
          action: 'add-person',
          words: 'enrol enroll caller walk-in student seat new',
        },
      ],
    },
  ),
  section(
    'own-batches',
    'catalogue/own-batches',
    'own-batches',
    'My Batches',
    'Your batches, and who is in them',
    ClipboardList,
    {
      isHidden: 'classes',
    },
  ),
  section(
    'outbox',
    'messages/messages',
    'messages',
    'Messages',
    'What was sent, what waits, what failed',
    Mails,
  ),
  section(
    'school-settings',
    'school/school-settings',
    'settings',
    'School Settings',
    'Name, address, links, times and money',
    Settings,
  ),
  section('audit', 'system/audit', 'history', 'Audit Log', 'Who changed what, and when', History),
  section('bin', 'system/bin', 'history', 'Bin', 'What was deleted and can come back', Trash2),
  section(
    'security',
    'accounts/security',
    'back-office',
    'Security',
    'Your own sign-in and devices',
    ShieldCheck,
  ),
  section(
    'accounts',
    'accounts/staff-accounts',
    'accounts',
    'Accounts',
    'Who works here, and who is invited',
    UsersRound,
  ),
  section('api', 'system/api', 'api', 'API', 'Every endpoint, for programs of your own', Braces),
]

/** The server checks the right again. There are none until the user is known. */
export function useOpenSections() {
  const role = useRole()
  return sections.filter(({ right }) => hasRight(role, right))
}

export function useMenuSections() {
  const role = useRole()
  return useOpenSections().filter(
    ({ isHidden }) => isHidden === undefined || (isHidden !== true && !hasRight(role, isHidden)),
  )
}
