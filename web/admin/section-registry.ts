import {
  Braces,
  Building2,
  CalendarCheck,
  ClipboardList,
  Clock,
  Contact,
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
  Trash2,
  TrendingUp,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'

interface SectionLine {
  id: string
  title: string
  description: string
  icon: LucideIcon
  /** Not in the menu. */
  isHidden?: boolean
  /** For the owner only. */
  role?: 'owner'
  /** In the command palette. */
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

/** The page of a section: `sections/orders/orders-section.tsx`, loaded lazily. */
function pageOf(id: string) {
  const load = pages[`./sections/${id}/${id}-section.tsx`]
  if (!load) throw new Error(`The section ${id} has no page.`)
  // A failed preload is ignored: opening the section says it.
  return Object.assign(lazy(load), { preload: () => void load().catch(() => undefined) })
}

/** In the order of the menu. */
const lines: readonly SectionLine[] = [
  { id: 'dashboard', title: 'Dashboard', description: 'Overview and stats', icon: LayoutDashboard },
  {
    id: 'products',
    title: 'Products',
    description: 'Manage inventory',
    icon: Package,
    actions: [
      { label: 'Add Product', action: 'add', words: 'new create stock' },
      { label: 'Import products', action: 'import', words: 'csv file upload' },
      { label: 'Out of stock', filter: 'instock=no', words: 'stock empty sold' },
    ],
  },
  {
    id: 'orders',
    title: 'Orders',
    description: 'Customer orders',
    icon: ShoppingBag,
    actions: [{ label: 'Pending orders', filter: 'status=pending', words: 'new open orders' }],
  },
  {
    id: 'classes',
    title: 'Classes',
    description: 'Educational programs',
    icon: Flower2,
    actions: [
      { label: 'Add Class', action: 'add', words: 'new course workshop' },
      { label: 'Import classes', action: 'import', words: 'csv file spreadsheet' },
    ],
  },
  {
    id: 'event-class-enrollments',
    title: 'Event & Class Enrollments',
    description: 'Event and class registrations',
    icon: CalendarCheck,
    actions: [{ label: 'Mark paid', filter: 'payment=due', words: 'due money payment enrolment' }],
  },
  {
    id: 'category-visitor-list',
    title: 'Category Visitor List',
    description: 'Event/venue and corporate visitor data',
    icon: Building2,
  },
  {
    id: 'feedback',
    title: 'Feedback',
    description: 'Student reviews',
    icon: MessageSquareHeart,
    actions: [{ label: 'Add Feedback', action: 'add', words: 'new review rating student' }],
  },
  {
    id: 'office-timing',
    title: 'Office Hours',
    description: 'Business hours',
    icon: Clock,
    actions: [{ label: 'Add Office Hours', action: 'add', words: 'new day holiday closed times' }],
  },
  { id: 'students', title: 'Students', description: 'Everybody who learns here', icon: GraduationCap },
  { id: 'instructors', title: 'Instructors', description: 'Who teaches here', icon: UserRound },
  {
    id: 'impact',
    title: 'Impact Management',
    description: 'Site impact values',
    icon: TrendingUp,
    actions: [{ label: 'Add Impact', action: 'add', words: 'new number about' }],
  },
  {
    id: 'event-pricing',
    title: 'Event Pricing',
    description: 'Event venue pricing',
    icon: ReceiptIndianRupee,
  },
  { id: 'custom-requests', title: 'Custom Requests', description: 'Custom product requests', icon: PenLine },
  {
    id: 'money',
    title: 'Money Desk',
    description: 'What arrived, and what it is for',
    icon: Landmark,
    actions: [{ label: 'Import statement', action: 'import', words: 'bank upi csv money paid' }],
  },
  {
    id: 'status-feedback',
    title: 'Status Feedback',
    description: 'Work notes of the team',
    icon: ClipboardList,
    actions: [{ label: 'Add Status Feedback', action: 'add', words: 'new note task work' }],
    isHidden: true,
  },
  {
    id: 'visitors',
    title: 'Visitors',
    description: 'Who left their name on the home page',
    icon: Contact,
    isHidden: true,
  },
  {
    id: 'subscribers',
    title: 'Subscribers',
    description: 'Who gets the newsletter',
    icon: Newspaper,
    isHidden: true,
  },
  {
    id: 'rosters',
    title: 'Rosters',
    description: 'Who is in which batch, and the sheet of a day',
    icon: ClipboardList,
    isHidden: true,
  },
  { id: 'outbox', title: 'Messages', description: 'What was sent, what waits, what failed', icon: Mails },
  {
    id: 'school-settings',
    title: 'School Settings',
    description: 'Name, address, links, times and money',
    icon: Settings,
  },
  { id: 'audit', title: 'Audit Log', description: 'Who changed what, and when', icon: History },
  { id: 'bin', title: 'Bin', description: 'What was deleted and can come back', icon: Trash2 },
  { id: 'security', title: 'Security', description: 'Your own sign-in and devices', icon: ShieldCheck },
  {
    id: 'accounts',
    title: 'Accounts',
    description: 'Who works here, and who is invited',
    icon: UsersRound,
    role: 'owner',
  },
  {
    id: 'api',
    title: 'API',
    description: 'Every endpoint, for programs of your own',
    icon: Braces,
    role: 'owner',
  },
]

export const sections = lines.map((line) => ({ ...line, page: pageOf(line.id) }))

export const initialSection = 'dashboard'
