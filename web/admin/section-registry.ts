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
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export interface AdminSection {
  id: string
  title: string
  /** B§2: what the section is for; stands in the header. */
  description: string
  icon: LucideIcon
  /** Its page, loaded when it is opened or about to be; a section without one is not in the menu yet. */
  page: SectionPage | null
  /** Reached from elsewhere, not from the menu (reading B2). */
  isHidden?: boolean
  /** Asks for the owner in addition (reading A9). */
  role?: 'owner'
  /** What the command palette offers to do there. */
  actions?: readonly SectionAction[]
}

export interface SectionAction {
  label: string
  /** Other words that it is found by. */
  words?: string
  /** The section does this when it opens: `useSectionAction` in its page. */
  action?: string
  /** It opens with its list filtered so: `payment=due`. */
  filter?: string
}

type SectionPage = LazyExoticComponent<ComponentType> & { preload: () => void }

function pageOf(load: () => Promise<{ default: ComponentType }>): SectionPage {
  // What cannot be had now is said when the section is opened.
  return Object.assign(lazy(load), { preload: () => void load().catch(() => undefined) })
}

/** B§2: every section by the specification's id, in the order of the menu; after them our own. One line to add a section. */
export const sections: readonly AdminSection[] = [
  {
    id: 'dashboard',
    title: 'Dashboard',
    description: 'Overview and stats',
    icon: LayoutDashboard,
    page: pageOf(() => import('./sections/dashboard/dashboard-section.tsx')),
  },
  {
    id: 'products',
    title: 'Products',
    description: 'Manage inventory',
    icon: Package,
    page: pageOf(() => import('./sections/products/products-section.tsx')),
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
    page: pageOf(() => import('./sections/orders/orders-section.tsx')),
    actions: [{ label: 'Pending orders', filter: 'status=pending', words: 'new open orders' }],
  },
  {
    id: 'classes',
    title: 'Classes',
    description: 'Educational programs',
    icon: Flower2,
    page: pageOf(() => import('./sections/classes/classes-section.tsx')),
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
    page: pageOf(() => import('./sections/event-class-enrollments/event-class-enrollments-section.tsx')),
    actions: [{ label: 'Mark paid', filter: 'payment=due', words: 'due money payment enrolment' }],
  },
  {
    id: 'category-visitor-list',
    title: 'Category Visitor List',
    description: 'Event/venue and corporate visitor data',
    icon: Building2,
    page: pageOf(() => import('./sections/category-visitor-list/category-visitor-list-section.tsx')),
  },
  {
    id: 'feedback',
    title: 'Feedback',
    description: 'Student reviews',
    icon: MessageSquareHeart,
    page: pageOf(() => import('./sections/feedback/feedback-section.tsx')),
    actions: [{ label: 'Add Feedback', action: 'add', words: 'new review rating student' }],
  },
  {
    id: 'office-timing',
    title: 'Office Hours',
    description: 'Business hours',
    icon: Clock,
    page: pageOf(() => import('./sections/office-timing/office-timing-section.tsx')),
    actions: [{ label: 'Add Office Hours', action: 'add', words: 'new day holiday closed times' }],
  },
  {
    id: 'students',
    title: 'Students',
    description: 'Everybody who learns here',
    icon: GraduationCap,
    page: pageOf(() => import('./sections/students/students-section.tsx')),
  },
  {
    id: 'instructors',
    title: 'Instructors',
    description: 'Who teaches here',
    icon: UserRound,
    page: pageOf(() => import('./sections/instructors/instructors-section.tsx')),
  },
  {
    id: 'impact',
    title: 'Impact Management',
    description: 'Site impact values',
    icon: TrendingUp,
    page: pageOf(() => import('./sections/impact/impact-section.tsx')),
    actions: [{ label: 'Add Impact', action: 'add', words: 'new number about' }],
  },
  {
    id: 'event-pricing',
    title: 'Event Pricing',
    description: 'Event venue pricing',
    icon: ReceiptIndianRupee,
    page: pageOf(() => import('./sections/event-pricing/event-pricing-section.tsx')),
  },
  {
    id: 'custom-requests',
    title: 'Custom Requests',
    description: 'Custom product requests',
    icon: PenLine,
    page: pageOf(() => import('./sections/custom-requests/custom-requests-section.tsx')),
  },
  {
    id: 'money',
    title: 'Money Desk',
    description: 'What arrived, and what it is for',
    icon: Landmark,
    page: pageOf(() => import('./sections/money/money-section.tsx')),
    actions: [{ label: 'Import statement', action: 'import', words: 'bank upi csv money paid' }],
  },
  {
    id: 'status-feedback',
    title: 'Status Feedback',
    description: 'Work notes of the team',
    icon: ClipboardList,
    page: pageOf(() => import('./sections/status-feedback/status-feedback-section.tsx')),
    actions: [{ label: 'Add Status Feedback', action: 'add', words: 'new note task work' }],
    isHidden: true,
  },
  {
    id: 'visitors',
    title: 'Visitors',
    description: 'Who left their name on the home page',
    icon: Contact,
    page: pageOf(() => import('./sections/visitors/visitors-section.tsx')),
    isHidden: true,
  },
  {
    id: 'subscribers',
    title: 'Subscribers',
    description: 'Who gets the newsletter',
    icon: Newspaper,
    page: pageOf(() => import('./sections/subscribers/subscribers-section.tsx')),
    isHidden: true,
  },
  {
    id: 'rosters',
    title: 'Rosters',
    description: 'Who is in which batch, and the sheet of a day',
    icon: ClipboardList,
    page: pageOf(() => import('./sections/rosters/rosters-section.tsx')),
    isHidden: true,
  },
  {
    id: 'outbox',
    title: 'Messages',
    description: 'What was sent, what waits, what failed',
    icon: Mails,
    page: pageOf(() => import('./sections/outbox/outbox-section.tsx')),
  },
  {
    id: 'school-settings',
    title: 'School Settings',
    description: 'Name, address, links, times and money',
    icon: Settings,
    page: pageOf(() => import('./sections/school-settings/school-settings-section.tsx')),
  },
  {
    id: 'audit',
    title: 'Audit Log',
    description: 'Who changed what, and when',
    icon: History,
    page: pageOf(() => import('./sections/audit/audit-section.tsx')),
  },
  {
    id: 'bin',
    title: 'Bin',
    description: 'What was deleted and can come back',
    icon: Trash2,
    page: pageOf(() => import('./sections/bin/bin-section.tsx')),
  },
  {
    id: 'security',
    title: 'Security',
    description: 'Your own sign-in and devices',
    icon: ShieldCheck,
    page: pageOf(() => import('./sections/security/security-section.tsx')),
  },
  {
    id: 'accounts',
    title: 'Accounts',
    description: 'Who works here, and who is invited',
    icon: UsersRound,
    page: pageOf(() => import('./sections/accounts/accounts-section.tsx')),
    role: 'owner',
  },
  {
    id: 'api',
    title: 'API',
    description: 'Every endpoint, for programs of your own',
    icon: Braces,
    page: pageOf(() => import('./sections/api/api-section.tsx')),
    role: 'owner',
  },
]

/** Those that are there. */
export const openSections = sections.filter((section) => section.page !== null)

/** B§2: where the back office opens. */
export const initialSection = 'dashboard'
