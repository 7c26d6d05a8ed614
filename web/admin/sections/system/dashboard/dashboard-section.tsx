import {
  GraduationCap,
  type LucideIcon,
  Package,
  ReceiptIndianRupee,
  ShoppingBag,
  Star,
  TrendingDown,
  TrendingUp,
  UserPlus,
  UsersRound,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { type DashboardStats, noEarlierData } from '../../../../../contract/system/dashboard.ts'
import { formatRupees, grouped } from '../../../../../contract/words.ts'
import { query } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { FailedNote } from '../../../../ui/failed-note.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { lazyDialog, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { useRefreshable } from '../../../current-list.ts'
import { LostList } from '../../../lost-list.tsx'
import { RefreshButton } from '../../../refresh-button.tsx'
import { SectionLink } from '../../../section-link.tsx'
import { SetUpCard } from '../../../set-up-card.tsx'
import { useRight } from '../../../use-right.ts'
import { useToastedQuery } from '../../../use-toasted-query.ts'
import { Attention } from './attention.tsx'
import { MoneyByWeek } from './money-by-week.tsx'
import { Batches, Subscribers, Visitors } from './panels.tsx'
import { MailWaits, UnreadableSettings } from './school-faults.tsx'
import { TodaysWork } from './todays-work.tsx'

const AddPersonDialog = lazyDialog(() => import('../../../people/add-person-dialog.tsx'))

export default function DashboardSection() {
  const seesFigures = useRight('figures')
  const stats = useToastedQuery(
    { ...query('GET /api/getDashboardData'), enabled: seesFigures },
    'Failed to fetch dashboard data',
  )
  const contacts = useToastedQuery(query('GET /api/landing/contacts'), 'Failed to fetch landing contacts')
  const morning = useToastedQuery(query('GET /api/admin/morning'), 'Failed to fetch dashboard data')
  const all = seesFigures ? [stats, morning, contacts] : [morning, contacts]
  const [isRefreshing, setRefreshing] = useState(false)
  const { show, dialog } = useDialog()
  const heading = useRef<HTMLHeadingElement>(null)

  async function refresh() {
    setRefreshing(true)
    const results = await Promise.all(all.map((one) => one.refetch()))
    setRefreshing(false)
    if (results.every(({ isError }) => !isError)) {
      toast({ title: 'Success', description: 'Dashboard refreshed successfully', tone: 'success' })
    }
  }
  useRefreshable(() => void refresh())

  if (all.every((one) => one.isPending)) return <Loading>Loading the dashboard…</Loading>
  const isLost = all.every((one) => one.data === undefined)
  const unreadable = morning.data?.data.unreadableSettings ?? []
  return (
    <div className="flex flex-col gap-6">
      {morning.data?.data.whyMailWaits && <MailWaits why={morning.data.data.whyMailWaits} />}
      {unreadable.length > 0 && <UnreadableSettings names={unreadable} />}
      <SetUpCard />
      <div
        className={cx(
          'grid items-start gap-6',
          !isLost && morning.data && 'xl:grid-cols-[minmax(0,1fr)_20rem]',
        )}
      >
        <section aria-labelledby="attention" className="flex min-w-0 flex-col gap-2">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 ref={heading} id="attention" tabIndex={-1} className="scroll-mt-20 text-xl outline-none">
              Needs your attention
            </h2>
            <div className="flex flex-wrap gap-3 print:hidden">
              <Button
                size="sm"
                variant="outline"
                icon={UserPlus}
                onClick={() => show((props) => <AddPersonDialog {...props} />)}
              >
                Add a person
              </Button>
              <RefreshButton busy={isRefreshing} onClick={() => void refresh()} />
            </div>
          </div>
          {isLost ? (
            <LostList
              title="We couldn’t load the dashboard"
              busy={isRefreshing}
              onRetry={() => void refresh()}
            />
          ) : morning.data ? (
            <Attention morning={morning.data.data} show={show} heading={heading} />
          ) : (
            <Lost
              loading="Loading what needs your attention…"
              failed="We couldn’t load what needs your attention."
              query={morning}
            />
          )}
        </section>
        {!isLost && morning.data && <TodaysWork morning={morning.data.data} />}
      </div>
      {!isLost && (
        <>
          {stats.data ? (
            <StatCards stats={stats.data.data} />
          ) : (
            seesFigures && (
              <Lost loading="Loading the figures…" failed="We couldn’t load the figures." query={stats} />
            )
          )}
          {morning.data && (
            <div className="grid items-start gap-6 xl:grid-cols-2">
              <Batches morning={morning.data.data} />
              {morning.data.data.weeks && <MoneyByWeek weeks={morning.data.data.weeks} />}
            </div>
          )}
          {contacts.data && (
            <>
              <Subscribers contacts={contacts.data} />
              <Visitors contacts={contacts.data} />
            </>
          )}
          {contacts.data === undefined && (
            <Lost
              loading="Loading subscribers and visitors…"
              failed="We couldn’t load subscribers and visitors."
              query={contacts}
            />
          )}
        </>
      )}
      {dialog}
    </div>
  )
}

type Asked = { isError: boolean; isFetching: boolean; refetch: () => unknown }

function Lost({ loading, failed, query: asked }: { loading: string; failed: string; query: Asked }) {
  if (!asked.isError) return <Loading>{loading}</Loading>
  return <FailedNote title={failed} of={asked} />
}

type Value = (stats: DashboardStats) => string

const revenue: Value = ({ grand_total_orders }) => formatRupees(grand_total_orders)
const rating: Value = ({ avg_feedback_rating, max_feedback_rating }) => {
  const stars = avg_feedback_rating ?? max_feedback_rating
  return stars === null ? '–' : `${stars.toFixed(1)}/5`
}

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
    'Paid orders, classes and events',
    paid,
    'grand_total_orders',
    revenue,
  ),
  stat('Total Orders', ShoppingBag, 'Orders from the store', 'orders', 'total_orders'),
  stat('Active Students', UsersRound, 'People with a confirmed seat', 'students', 'total_unique_enrollments'),
  stat('Classes Completed', GraduationCap, 'Batches that have ended', 'classes', 'total_completed_batches'),
  stat('Customer Rating', Star, 'Average rating from students', 'feedback', 'avg_feedback_rating', rating),
  stat('Total Products', Package, 'Products in the store', 'products', 'total_products'),
]

/** A figure with more letters than this gets the whole width of a phone. */
const longFigure = 11

function StatCards({ stats }: { stats: DashboardStats }) {
  return (
    <ul
      aria-label="Figures"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3 md:gap-4 lg:grid-cols-3"
    >
      {figures.map(({ title, icon, value, change, description, to }) => (
        <Card
          as="li"
          key={title}
          className={cx(
            'relative flex flex-col gap-1 p-4 has-[a:hover]:border-leaf-ink',
            value(stats).length > longFigure && 'max-sm:col-span-full',
          )}
        >
          <div className="flex items-start justify-between gap-2">
            <SectionLink
              to={to}
              className="text-sm font-bold text-ink no-underline after:absolute after:inset-0"
            >
              {title}
            </SectionLink>
            <Icon of={icon} className="text-leaf-ink max-sm:hidden" />
          </div>
          <p className="font-display text-xl sm:text-2xl">{value(stats)}</p>
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
