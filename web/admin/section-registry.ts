import {
  BookOpenText,
  BookUser,
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
  LayoutTemplate,
  ListChecks,
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
import { isUnderWay, useSetUp } from './set-up.ts'
import { useRole } from './use-right.ts'

/**
 * An action that the palette offers. The action opens the section with a filter such as `?payment=due`, or runs the
 * function that the section passed to `useSectionAction` under the same name. The palette finds the action by its label
 * and by `words`.
 */
type SectionAction = readonly [label: string, filterOrAction: string, words: string]

const pages = import.meta.glob<{ default: ComponentType }>('./sections/*/*/*-section.tsx')

/** Earlier addresses of sections, which differ from the folder's name. Staff may have bookmarked them. */
const oldAddresses: Readonly<Record<string, string>> = {
  registrations: 'event-class-enrollments',
  enquiries: 'category-visitor-list',
  reviews: 'feedback',
  'office-hours': 'office-timing',
  'hall-prices': 'event-pricing',
  journal: 'blog',
  notes: 'status-feedback',
  messages: 'outbox',
  'staff-accounts': 'accounts',
}

/**
 * The folder `orders/florist` holds the page `florist-section.tsx`, which loads lazily. The last part, `florist`, is
 * its address.
 */
function section(
  folder: string,
  right: Right,
  title: string,
  description: string,
  icon: LucideIcon,
  actions: readonly SectionAction[] = [],
) {
  const name = folder.split('/')[1] ?? ''
  const id = oldAddresses[name] ?? name
  const load = pages[`./sections/${folder}/${name}-section.tsx`]
  if (!load) throw new Error(`The section ${id} has no page.`)
  // A preload that fails is ignored, because opening the section reports the failure.
  const page = Object.assign(lazy(load), { preload: () => void load().catch(() => undefined) })
  return { id, right, title, description, icon, page, actions }
}

/**
 * The menu in its order. Within a group, the sections that the specification names have the specification's order.
 */
export const menuGroups = [
  {
    title: 'Today',
    sections: [section('system/dashboard', 'morning', 'Dashboard', 'Overview and stats', LayoutDashboard)],
  },
  {
    title: 'Classes',
    sections: [
      section('catalogue/classes', 'classes', 'Classes', 'Educational programs', Flower2, [
        ['Add Class', 'add', 'new course workshop'],
        ['Import classes', 'import', 'csv file spreadsheet'],
      ]),
      section('registrations/rosters', 'rosters', 'Rosters', 'Batches and the day sheet', ClipboardList, [
        ['Add a person', 'add-person', 'enrol enroll caller walk-in student seat new'],
      ]),
      section(
        'catalogue/own-batches',
        'own-batches',
        'My Batches',
        'Your batches and their students',
        BookUser,
      ),
      section('catalogue/rooms', 'classes', 'Rooms', 'Where batches meet', DoorOpen, [
        ['Add Room', 'add', 'new place hall studio'],
        ['Import rooms', 'import', 'csv file upload'],
      ]),
      section('catalogue/reviews', 'site', 'Feedback', 'Student reviews', MessageSquareHeart, [
        ['Add Feedback', 'add', 'new review rating student'],
      ]),
      section('catalogue/instructors', 'classes', 'Instructors', 'People who teach here', UserRound),
    ],
  },
  {
    title: 'People',
    sections: [
      section(
        'registrations/registrations',
        'seats',
        'Event & Class Enrollments',
        'Event and class registrations',
        CalendarCheck,
        [['Mark paid', '?payment=due', 'due money payment enrolment']],
      ),
      section('people/students', 'seats', 'Students', 'Everyone who studies here', GraduationCap),
      section('people/visitors', 'enquiries', 'Visitors', 'People who left their details', Contact),
      section('people/subscribers', 'site', 'Subscribers', 'People who get the newsletter', Newspaper),
    ],
  },
  {
    title: 'Inbox',
    sections: [
      section(
        'people/enquiries',
        'enquiries',
        'Category Visitor List',
        'Event/venue and corporate visitor data',
        Building2,
      ),
      section('people/custom-requests', 'enquiries', 'Custom Requests', 'Custom product requests', PenLine),
      section('messages/messages', 'messages', 'Messages', 'Sent, queued and failed messages', Mails),
    ],
  },
  {
    title: 'Shop',
    sections: [
      section('store/products', 'store', 'Products', 'Manage inventory', Package, [
        ['Add Product', 'add', 'new create stock'],
        ['Import products', 'import', 'csv file upload'],
        ['Out of stock', '?instock=no', 'stock empty sold'],
      ]),
      section('orders/orders', 'orders', 'Orders', 'Customer orders', ShoppingBag, [
        ['Pending orders', '?status=pending', 'new open orders'],
      ]),
      section('orders/florist', 'florist', 'Florist', 'Market, make, route and cards', Flower, [
        ['Make list', '?view=make', 'tie bouquet today start'],
        ['Route list', '?view=route', 'deliver drive address map'],
        ['Print cards', '?view=cards', 'card message a4'],
      ]),
      section('store/recipes', 'florist', 'Recipes', 'Flowers, recipes and their cost', Sprout, [
        ['Add Recipe', 'add', 'new flowers stems cost margin'],
        ['Import recipes', 'import', 'csv file upload'],
        ['Add Flower', 'add-flower', 'new stem bunch market price'],
        ['Import flowers', 'import-flowers', 'csv file upload market'],
      ]),
      section('store/delivery', 'store', 'Delivery', 'Delivery times, zones and closed days', Truck, [
        ['Add delivery time', 'add-slot', 'new time window capacity'],
        ['Add delivery zone', 'add-zone', 'new pincode fee area'],
        ['Import delivery times', 'import-slots', 'csv file upload'],
        ['Import delivery zones', 'import-zones', 'csv file upload pincodes'],
      ]),
      section('money/coupons', 'prices', 'Coupons', 'Discount codes', TicketPercent, [
        ['Add Coupon', 'add', 'new code discount offer voucher many'],
        ['Import coupons', 'import', 'csv file upload codes'],
      ]),
    ],
  },
  {
    title: 'Money',
    sections: [
      section('money/money', 'money', 'Money Desk', 'Payments, and what they’re for', Landmark, [
        ['Import statement', 'import', 'bank upi csv money paid'],
      ]),
    ],
  },
  {
    title: 'Website',
    sections: [
      section('school/pages', 'site', 'Pages', 'Words and pictures of the site', LayoutTemplate, [
        [
          'Edit the home page',
          '?page=home',
          'headline hero banner slideshow pictures photos front page words',
        ],
        ['Edit the hall', '?page=hall', 'venue pictures inclusions size'],
        ['Edit the footer', '?page=footer', 'copyright year line'],
      ]),
      section('site/journal', 'site', 'Journal', 'Posts, also drafts', BookOpenText, [
        ['Add Post', 'add', 'new write journal blog article'],
        ['Import posts', 'import', 'csv file upload'],
        ['Drafts', '?status=draft', 'posts unpublished'],
      ]),
      section('school/office-hours', 'site', 'Office Hours', 'Business hours and closed days', Clock, [
        ['Add Office Hours', 'add', 'new day closed times'],
        ['Close a day', 'add-day', 'new holiday leave closed delivery capacity'],
        ['Import closed days', 'import-days', 'csv file upload holidays'],
      ]),
      section('site/impact', 'site', 'Impact Management', 'Site impact values', TrendingUp, [
        ['Add Impact', 'add', 'new number about'],
      ]),
      section('school/hall-prices', 'prices', 'Event Pricing', 'Event venue pricing', ReceiptIndianRupee),
    ],
  },
  {
    title: 'Settings',
    isAtFoot: true,
    sections: [
      section(
        'school/school-settings',
        'settings',
        'School Settings',
        'Your school, payments and the site',
        Settings,
      ),
      section(
        'accounts/staff-accounts',
        'accounts',
        'Accounts',
        'Staff accounts and invitations',
        UsersRound,
      ),
      section('accounts/security', 'back-office', 'Security', 'Your own sign-in and devices', ShieldCheck),
      section('school/set-up', 'settings', 'Set up your school', 'What’s left before you open', ListChecks),
    ],
  },
  {
    title: 'Advanced',
    isAtFoot: true,
    sections: [
      section('system/audit', 'history', 'Audit Log', 'Who changed what, and when', History),
      section('system/bin', 'history', 'Bin', 'Deleted records you can restore', Trash2),
      section('system/api', 'api', 'API', 'For your own programs', Braces),
    ],
  },
]

/** Sections that the menu leaves out, because people reach them from other sections. */
const outsideMenu = [
  section('people/person', 'seats', 'Person', 'Everything about one person', UserRound),
  section('catalogue/notes', 'notes', 'Status Feedback', 'Team notes', ClipboardList, [
    ['Add Status Feedback', 'add', 'new note task work'],
  ]),
]

export const sections = [...menuGroups.flatMap((group) => group.sections), ...outsideMenu]

/**
 * Returns the sections that the user may open. The list is empty while the user is still unknown. The server checks the
 * rights again.
 */
export function useOpenSections() {
  const role = useRole()
  return sections.filter(({ right }) => hasRight(role, right))
}

/**
 * Returns the groups of the menu with the sections that the user may open. The set-up is first in the menu until it is
 * done. Afterwards it stands in the settings.
 */
export function useMenuGroups() {
  const open = useOpenSections()
  const setUp = useSetUp()
  const isFirst = setUp !== undefined && isUnderWay(setUp)
  const first = open.filter(({ id }) => isFirst && id === 'set-up')
  return menuGroups
    .map((group, n) => {
      const own = open.filter((one) => group.sections.includes(one) && !first.includes(one))
      return { ...group, sections: n === 0 ? [...first, ...own] : own }
    })
    .filter((group) => group.sections.length > 0)
}
