import { useEffect, useId, useState } from 'react'
import * as z from 'zod/mini'
import { type Impact, impactInput, impactsFull } from '../../../../contract/impacts.ts'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Note } from '../../../ui/note.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { answerRows } from '../../list/answer-rows.ts'
import { useRecordForm } from '../../record-form-hook.tsx'
import { RecordHistory } from '../../record-history.tsx'
import { UnsavedGuard } from '../../unsaved-guard.tsx'

/** Under which an unsaved form is kept. */
export const impactFormName = 'impact'

export interface ImpactValues {
  title: string
  value: string
}

const rules = z.object({ title: impactInput.shape.title, value: impactInput.shape.value }) as z.ZodMiniType<
  unknown,
  ImpactValues
>

async function findImpact({ id }: Impact): Promise<Impact | null> {
  const impacts = answerRows<Impact>(await api('GET /api/impacts'), 'impacts')
  return impacts.find((one) => one.id === id) ?? null
}

/** B§2: the add/edit panel. Create when no id is selected, update otherwise. */
export function ImpactPanel({
  item,
  draft,
  isFull,
  onClose,
  onSaved,
}: {
  item: Impact | null
  draft: ImpactValues | undefined
  /** Four stand there: only editing is left (reading B6). */
  isFull: boolean
  onClose: () => void
  onSaved: () => void
}) {
  const headingId = useId()
  const [isAsking, setAsking] = useState(false)
  const { form, field, notice, isDirty, isSending, onSubmit } = useRecordForm<Impact, ImpactValues>({
    name: impactFormName,
    what: 'impact',
    item,
    draft,
    rules,
    valuesOf: (impact) => ({ title: impact?.title ?? '', value: impact?.value ?? '' }),
    labels: { title: 'Title', value: 'Value' },
    send: (body, base, options) =>
      base === null
        ? api('POST /api/impacts', { body }, options)
        : api(
            'PUT /api/impacts/:id',
            { params: { id: base.id }, body: { ...body, version: base.version } },
            options,
          ),
    find: findImpact,
    sentences: {
      added: 'Impact created',
      addFailed: 'Failed to create impact',
      updated: 'Impact updated',
      updateFailed: 'Failed to update impact',
    },
    onSaved,
  })
  const { setFocus } = form
  useEffect(() => setFocus('title'), [setFocus])
  const isRefused = item === null && isFull

  return (
    <Card as="section" aria-labelledby={headingId} className="p-4 sm:p-6">
      <h2 id={headingId} className="mb-4 text-xl">
        {item === null ? 'Add Impact' : 'Edit Impact'}
      </h2>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {notice}
        {isRefused && <Note tone="warning" title={impactsFull.panel} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Title" required maxLength={80} placeholder="Happy Students" {...field('title')} />
          <TextField label="Value" maxLength={40} placeholder="5,200+" {...field('value')} />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            variant="outline"
            disabled={isSending}
            onClick={() => (isDirty ? setAsking(true) : onClose())}
          >
            Cancel
          </Button>
          <Button type="submit" busy={isSending} disabled={isRefused}>
            {isSending ? 'Saving...' : item === null ? 'Create Impact' : 'Update Impact'}
          </Button>
        </div>
        {item !== null && <RecordHistory kind="impact" id={item.id} />}
      </form>
      <UnsavedGuard
        isDirty={isDirty}
        isAsking={isAsking}
        onStay={() => setAsking(false)}
        onDiscard={onClose}
      />
    </Card>
  )
}
