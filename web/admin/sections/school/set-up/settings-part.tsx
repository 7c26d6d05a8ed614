import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import {
  type CurrentSchoolSettings,
  ownersSettings,
  putSchoolSettings,
} from '../../../../../contract/school/school-settings.ts'
import { api } from '../../../../lib/api.ts'
import { query } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Note } from '../../../../ui/note.tsx'
import { DraftNote } from '../../../kept-draft.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'
import { bodyOf, type Fields, type ValuesOf, valuesOf } from '../../../record-fields.tsx'
import { useRecordForm } from '../../../record-form.tsx'
import {
  onlyChanged,
  type SettingsRecord,
  settingFields,
  settingsRecord,
  wide,
} from '../school-settings/settings-values.ts'

const { name, city, phone, whatsapp, email, address, upiId, upiName, headline } = settingFields

/** The settings that an item of the set-up asks for, in the order of their inputs. */
export const settingsParts = {
  school: { name, city, phone, whatsapp, email, address },
  payments: { upiId, upiName },
  'home-page': { headline },
} satisfies Record<string, Fields<SettingsRecord>>

export type PartName = keyof typeof settingsParts

/** Says which of these settings other staff do not see, because they would be refused. */
const ownersAlone: Record<PartName, string> = {
  school: 'Only an owner can change the school’s e-mail address.',
  payments: 'Only an owner can change the school’s payment details.',
  'home-page': '',
}

export function SettingsPart({ part, onSaved }: { part: PartName; onSaved: () => void }) {
  const result = useQuery({ ...query('GET /api/admin/school-settings'), refetchOnMount: 'always' })
  const { data } = result
  // The form begins with the newest values, so that its first save does not conflict with the item saved before.
  if (data === undefined || !result.isFetchedAfterMount) {
    return (
      <NotLoaded of={result} title="We couldn’t load the school’s settings" loading="Loading the settings…">
        Check your connection.
      </NotLoaded>
    )
  }
  const { mayEditMoney } = data.data
  const isOwners = (name: string) => (ownersSettings as readonly string[]).includes(name)
  const all: Fields<SettingsRecord> = settingsParts[part]
  const fields = Object.fromEntries(Object.entries(all).filter(([name]) => mayEditMoney || !isOwners(name)))
  const isWhole = Object.keys(fields).length === Object.keys(all).length
  return (
    <>
      {!isWhole && <Note>{ownersAlone[part]}</Note>}
      {Object.keys(fields).length > 0 && (
        <PartForm part={part} fields={fields} current={data.data} onSaved={onSaved} />
      )}
    </>
  )
}

function PartForm<F extends Fields<SettingsRecord>>({
  part,
  fields,
  current,
  onSaved,
}: {
  part: PartName
  fields: F
  current: CurrentSchoolSettings
  onSaved: () => void
}) {
  const queryClient = useQueryClient()
  const [item] = useState(() => settingsRecord(current))
  const [continued, setContinued] = useState<ValuesOf<F>>()
  const draft = `set-up-${part}`
  const key = query('GET /api/admin/school-settings').queryKey
  function take(answer: { success: true; data: CurrentSchoolSettings }): SettingsRecord {
    queryClient.setQueryData(key, answer)
    return settingsRecord(answer.data)
  }
  const { parts, notice, isSending, onSubmit } = useRecordForm<SettingsRecord, F>({
    form: {
      name: draft,
      fields,
      rules: z.pipe(
        z.transform((values: ValuesOf<F>): unknown => bodyOf(fields, values)),
        putSchoolSettings.body as z.ZodMiniType,
      ),
      ...onlyChanged,
      update: async (_, body, options) =>
        take(await api('PUT /api/admin/school-settings', { body }, options)),
      find: async () => take(await api('GET /api/admin/school-settings')),
    },
    item,
    draft: continued,
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: ['GET /api/school'] })
      onSaved()
    },
  })
  return (
    <>
      <DraftNote<null, ValuesOf<F>>
        form={draft}
        defaults={() => valuesOf<SettingsRecord, F>(fields, item)}
        onContinue={({ values }) => setContinued(values)}
      />
      <form noValidate className="flex flex-col gap-5" onSubmit={onSubmit}>
        {notice}
        <div className="grid gap-5 sm:grid-cols-2">
          {Object.keys(fields).map((one) =>
            parts.input(one, {
              ...(one === 'address' && { className: wide }),
            }),
          )}
        </div>
        <Button type="submit" className="self-start" busy={isSending && 'Saving...'}>
          Save
        </Button>
      </form>
    </>
  )
}
