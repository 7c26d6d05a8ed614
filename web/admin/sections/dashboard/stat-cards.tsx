import {
  GraduationCap,
  type LucideIcon,
  Package,
  ReceiptIndianRupee,
  ShoppingBag,
  Star,
  TrendingDown,
  TrendingUp,
  UsersRound,
} from 'lucide-react'
import { type DashboardStats, noEarlierData } from '../../../../contract/dashboard.ts'
import { formatRupees, grouped } from '../../../../contract/words.ts'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { SectionLink } from '../../section-link.tsx'

interface Stat {
  title: string
  icon: LucideIcon
  /** The bare number of `change` unless told. */
  value?: (stats: DashboardStats) => string
  change: keyof DashboardStats['changes']
  description: string
  to: string
}

const stats: readonly Stat[] = [
  {
    title: 'Total Revenue',
    icon: ReceiptIndianRupee,
    value: ({ grand_total_orders }) => formatRupees(grand_total_orders),
    change: 'grand_total_orders',
    description: 'Orders, classes and events that are paid',
    to: 'event-class-enrollments?payment=paid',
  },
  {
    title: 'Total Orders',
    icon: ShoppingBag,
    change: 'total_orders',
    description: 'Orders of the shop',
    to: 'orders',
  },
  {
    title: 'Active Students',
    icon: UsersRound,
    change: 'total_unique_enrollments',
    description: 'People with a confirmed seat',
    to: 'students',
  },
  {
    title: 'Classes Completed',
    icon: GraduationCap,
    change: 'total_completed_batches',
    description: 'Batches that are over',
    to: 'classes',
  },
  {
    title: 'Customer Rating',
    icon: Star,
    value: ({ avg_feedback_rating, max_feedback_rating }) => {
      const rating = avg_feedback_rating ?? max_feedback_rating
      return rating === null ? '–' : `${rating.toFixed(1)}/5`
    },
    change: 'avg_feedback_rating',
    description: 'Average of the students’ feedback',
    to: 'feedback',
  },
  {
    title: 'Total Products',
    icon: Package,
    change: 'total_products',
    description: 'Products in the shop',
    to: 'products',
  },
]

export function StatCards({ stats: figures }: { stats: DashboardStats }) {
  return (
    <ul aria-label="Figures" className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-3 2xl:grid-cols-6">
      {stats.map(({ title, icon, value, change, description, to }) => (
        <Card as="li" key={title} className="relative flex flex-col gap-1 p-4 has-[a:hover]:border-leaf-ink">
          <div className="flex items-start justify-between gap-2">
            <SectionLink
              to={to}
              className="text-sm font-bold text-ink no-underline after:absolute after:inset-0"
            >
              {title}
            </SectionLink>
            <Icon of={icon} className="text-leaf-ink max-sm:hidden" />
          </div>
          <p className="font-display text-xl [overflow-wrap:anywhere] sm:text-2xl">
            {value ? value(figures) : grouped(figures[change] ?? 0)}
          </p>
          <p className="mt-auto text-sm text-ink-soft">
            <Change label={figures.changes[change]} />
            <span className="block">{description}</span>
          </p>
        </Card>
      ))}
    </ul>
  )
}

function Change({ label }: { label: string }) {
  if (label === noEarlierData) return <span>{label}</span>
  const isDown = label.startsWith('-')
  const isUp = label.startsWith('+')
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 font-bold',
        isUp && 'text-leaf-ink',
        isDown && 'text-rose-ink',
      )}
    >
      {(isUp || isDown) && <Icon of={isUp ? TrendingUp : TrendingDown} className="!size-4" />}
      {label}
      <span className="font-normal text-ink-soft"> in 30 days</span>
    </span>
  )
}
