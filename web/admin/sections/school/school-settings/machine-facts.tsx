import { useQuery } from '@tanstack/react-query'
import { momentText } from '../../../../../contract/words.ts'
import { query } from '../../../../lib/query.ts'
import { useSchool } from '../../../../lib/school.ts'
import { Facts } from '../../../../ui/facts.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'

/** Shows facts about the server that somebody who helps the owner asks for. */
export function MachineFacts() {
  const result = useQuery({ ...query('GET /api/admin/machine'), refetchOnMount: 'always' })
  const school = useSchool()
  if (result.data === undefined) {
    return <NotLoaded of={result} title="We couldn’t load the facts" loading="Loading the facts…" />
  }
  const { node, database, backupAt } = result.data.data
  return (
    <section aria-label="This server">
      <p className="font-display text-lg">This server</p>
      <p className="mb-4 text-sm text-ink-soft">
        The person who helps you with the server may ask for these.
      </p>
      <Facts
        facts={[
          ['Address of the site', school?.siteUrl],
          ['Last backup', backupAt ? momentText(backupAt) : 'None yet'],
          ['Database', database === 'embedded' ? 'SQLite' : database],
          ['Node', node],
        ]}
      />
    </section>
  )
}
