import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { folded } from '../../../../../contract/folded.ts'
import type { AdminProduct } from '../../../../../contract/store/products.ts'
import { query, rowsIn } from '../../../../lib/query.ts'
import { controlled } from '../../../../ui/controlled.ts'
import { FieldGroup } from '../../../../ui/field-group.tsx'
import { RefusalNote } from '../../../../ui/refusal-note.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { linesOf } from '../../../record-fields.tsx'
import type { CustomInput } from '../../../record-form.tsx'
import { type TickOption, Ticks } from '../../../ticks.tsx'

/** Each line of the value is a category's name or an id. */
export function ScopeItems({
  scope,
  ...props
}: CustomInput & { scope: 'categories' | 'products' | 'courses' }) {
  if (scope === 'products') return <Products {...props} />
  if (scope === 'courses') return <Courses {...props} />
  const { value, onChange, error } = props
  return (
    <TextArea
      label="Categories"
      hint="One a line, as products name them"
      rows={4}
      error={error}
      {...controlled(value, onChange)}
    />
  )
}

function Products(props: CustomInput) {
  const { data, error } = useQuery(
    query('GET /api/admin/products', { query: { limit: '1000', sort: 'name' } }),
  )
  const items = rowsIn<AdminProduct>(data).map(({ id, name }) => [id, name] as const)
  return <Choices {...props} legend="Products" items={items} lost={error} />
}

function Courses(props: CustomInput) {
  const { data, error } = useQuery(query('GET /api/courses'))
  const items = rowsIn<{ id: string; title: string }>(data).map(({ id, title }) => [id, title] as const)
  return <Choices {...props} legend="Courses (none ticked: every course)" items={items} lost={error} />
}

/** A longer list than this has a search. */
const searchFrom = 12

function Choices({
  legend,
  items,
  lost,
  value,
  onChange,
  error,
}: CustomInput & {
  legend: string
  items: readonly TickOption[]
  lost: Error | null
}) {
  const id = useId()
  const [words, setWords] = useState('')
  const chosen = linesOf(value)
  const shown = items.filter(([, name]) => folded(name).includes(folded(words).trim()))
  const gone = chosen.filter((one) => !items.some(([id]) => id === one))
  return (
    <FieldGroup id={id} label={legend} error={error} className="gap-2">
      <RefusalNote error={lost} />
      {items.length > searchFrom && <TextField label="Find" type="search" {...controlled(words, setWords)} />}
      <div className="max-h-64 overflow-y-auto rounded-sm border border-line px-3">
        <Ticks options={shown} ticked={chosen} onTick={(ticked) => onChange(ticked.join('\n'))} />
      </div>
      {items.length > 0 && gone.length > 0 && (
        <p className="text-sm text-ink-soft">{gone.length} chosen before are not offered any more.</p>
      )}
    </FieldGroup>
  )
}
