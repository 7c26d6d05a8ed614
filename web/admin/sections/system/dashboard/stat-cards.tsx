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
import { type DashboardStats, noEarlierData } from '../../../../../contract/system/dashboard.ts'
import { formatRupees, grouped } from '../../../../../contract/words.ts'
import { Card } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { SectionLink } from '../../../section-link.tsx'

type Value = (stats: DashboardStats) => string

const revenue: Value = ({ grand_total_orders }) => formatRupees(grand_total_orders)
const rating: Value = ({ avg_feedback_rating, max_feedback_rating }) => {
  const stars = avg_feedback_rating ?? max_feedback_rating
  return stars === null ? '–' : `${stars.toFixed(1)}/5`
}

/** The default of `value` is the bare number of `change`. */
const stat = (
  title: string,
  icon: LucideIcon,
  description: string,
  to: string,
  change: keyof DashboardStats['changes'],
  value: Value = (stats) => grouped(stats[change] ?? 0),
) => ({ title, icon, description, to, change, value })

const paid = 'event-class-enrollments?payment=paid'
const figures = [
  stat(
    'Total Revenue',
    ReceiptIndianRupee,
    'Orders, classes and events that are paid',
    paid,
    'grand_total_orders',
    revenue,
  ),
  stat('Total Orders', ShoppingBag, 'Orders of the shop', 'orders', 'total_orders'),
  stat('Active Students', UsersRound, 'People with a confirmed seat', 'students', 'total_unique_enrollments'),
  stat('Classes Completed', GraduationCap, 'Batches that are over', 'classes', 'total_completed_batches'),
  stat(
    'Customer Rating',
    Star,
    'Average of the students’ feedback',
    'feedback',
    'avg_feedback_rating',
    rating,
  ),
  stat('Total Products', Package, 'Products in the shop', 'products', 'total_products'),
]

export function StatCards({ stats }: { stats: DashboardStats }) {
  return (
    <ul
      aria-label="Figures"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3 md:gap-4 lg:grid-cols-3"
    >
      {figures.map(({ title, icon, value, change, description, to }) => (
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
          <p className="font-display text-xl [overflow-wrap:anywhere] sm:text-2xl">{value(stats)}</p>
          <p className="mt-auto text-sm text-ink-soft">
            <Change label={stats.changes[change]} />
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
        'inline-flex items-center gap-1 font-bold wrap-break-word',
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
