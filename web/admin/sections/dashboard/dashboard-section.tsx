import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useRefreshable } from '../../current-list.ts'
import { Attention } from './attention.tsx'
import { Batches } from './batches.tsx'
import { Contacts } from './contacts.tsx'
import { MoneyByWeek } from './money-by-week.tsx'
import { StatCards } from './stat-cards.tsx'
import { useDashboardQuery } from './use-dashboard-query.ts'

/** B§2, Dashboard: six figures, the newest subscribers and visitors, and what the owner looks for in the morning. */
export default function DashboardSection() {
  const stats = useDashboardQuery('GET /api/getDashboardData', 'Failed to fetch dashboard data')
  const contacts = useDashboardQuery('GET /api/landing/contacts', 'Failed to fetch landing contacts')
  const morning = useDashboardQuery('GET /api/admin/morning', 'Failed to fetch dashboard data')
  const all = [stats, morning, contacts]
  const [isRefreshing, setRefreshing] = useState(false)

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
  return (
    <div className="flex flex-col gap-8">
      <div className="-mb-4 flex justify-end print:hidden">
        <Button variant="outline" size="sm" busy={isRefreshing} onClick={() => void refresh()}>
          {!isRefreshing && <Icon of={RefreshCw} />}
          Refresh
        </Button>
      </div>
      {isLost ? (
        <EmptyState title="The dashboard could not be loaded">
          Please check the connection and refresh. Nothing was changed.
        </EmptyState>
      ) : (
        <>
          {stats.data && <StatCards stats={stats.data.data} />}
          {morning.data && (
            <>
              <Attention morning={morning.data.data} />
              <div className="grid items-start gap-8 xl:grid-cols-2">
                <Batches morning={morning.data.data} />
                <MoneyByWeek weeks={morning.data.data.weeks} />
              </div>
            </>
          )}
          {contacts.data && <Contacts contacts={contacts.data} />}
        </>
      )}
    </div>
  )
}
