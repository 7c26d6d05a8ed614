import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { query } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { FailedNote } from '../../../../ui/failed-note.tsx'
import { lazyDialog, useDialog } from '../../../../ui/lazy-dialog.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { useRefreshable } from '../../../current-list.ts'
import { LostList } from '../../../lost-list.tsx'
import { RefreshButton } from '../../../refresh-button.tsx'
import { useRight } from '../../../use-right.ts'
import { useSaidQuery } from '../../../use-said-query.ts'
import { Attention } from './attention.tsx'
import { MoneyByWeek } from './money-by-week.tsx'
import { Batches, Subscribers, Visitors } from './panels.tsx'
import { StatCards } from './stat-cards.tsx'

const AddPersonDialog = lazyDialog(() => import('../../../people/add-person-dialog.tsx'))

export default function DashboardSection() {
  const seesFigures = useRight('figures')
  const stats = useSaidQuery(
    { ...query('GET /api/getDashboardData'), enabled: seesFigures },
    'Failed to fetch dashboard data',
  )
  const contacts = useSaidQuery(query('GET /api/landing/contacts'), 'Failed to fetch landing contacts')
  const morning = useSaidQuery(query('GET /api/admin/morning'), 'Failed to fetch dashboard data')
  const all = seesFigures ? [stats, morning, contacts] : [morning, contacts]
  const [isRefreshing, setRefreshing] = useState(false)
  const { show, dialog } = useDialog()

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
    <div className="flex flex-col gap-6">
      <div className="-mb-3 flex flex-wrap justify-end gap-3 print:hidden">
        <Button size="sm" icon={UserPlus} onClick={() => show((props) => <AddPersonDialog {...props} />)}>
          Add a person
        </Button>
        <RefreshButton busy={isRefreshing} onClick={() => void refresh()} />
      </div>
      {isLost ? (
        <LostList
          title="The dashboard could not be loaded"
          busy={isRefreshing}
          onRetry={() => void refresh()}
        />
      ) : (
        <>
          {stats.data ? (
            <StatCards stats={stats.data.data} />
          ) : (
            seesFigures && <Lost what="The figures" query={stats} />
          )}
          {morning.data ? (
            <Attention morning={morning.data.data} />
          ) : (
            <Lost what="What waits for you" query={morning} />
          )}
          {/* The two columns fill by themselves; in one column the contacts come last. */}
          <div className="grid items-start gap-6 xl:grid-cols-2">
            <div className="flex flex-col gap-6 max-xl:contents">
              {morning.data && <Batches morning={morning.data.data} />}
              {contacts.data && <Subscribers contacts={contacts.data} />}
            </div>
            <div className="flex flex-col gap-6 max-xl:contents">
              {morning.data?.data.weeks && <MoneyByWeek weeks={morning.data.data.weeks} />}
              {contacts.data && <Visitors contacts={contacts.data} />}
            </div>
          </div>
          {contacts.data === undefined && <Lost what="Subscribers and visitors" query={contacts} />}
        </>
      )}
      {dialog}
    </div>
  )
}

type Asked = { isError: boolean; isFetching: boolean; refetch: () => unknown }

function Lost({ what, query: asked }: { what: string; query: Asked }) {
  if (!asked.isError) return <Loading>{`${what}: loading…`}</Loading>
  return <FailedNote title={`${what} could not be loaded.`} of={asked} />
}
