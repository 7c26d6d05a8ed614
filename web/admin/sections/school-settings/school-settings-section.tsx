import { useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/query.ts'
import { FailedNote } from '../../../ui/failed-note.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { RecordHistory } from '../../record-history.tsx'
import { SettingsForm } from './settings-form.tsx'

export default function SchoolSettingsSection() {
  const result = useQuery({ ...query('GET /api/admin/school-settings'), refetchOnMount: 'always' })
  const { data, error } = result
  if (data === undefined) {
    return error ? (
      <FailedNote tone="error" title="The school’s settings could not be loaded." of={result}>
        Please check the connection.
      </FailedNote>
    ) : (
      <Loading>Loading the settings…</Loading>
    )
  }
  return (
    <>
      <SettingsForm current={data.data} />
      <div className="mt-8">
        {/* Told anew after each save. */}
        <RecordHistory key={data.data.version} kind="school-setting" id="school" />
      </div>
    </>
  )
}
