import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { listLimitMax } from '../../../../../contract/primitives.ts'
import { type Flower, stemsMax } from '../../../../../contract/store/recipes.ts'
import { query } from '../../../../lib/query.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import { NumberField } from '../../../../ui/number-field.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import type { CustomInput } from '../../../record-form.tsx'
import { SectionLink } from '../../../section-link.tsx'
import { spokenLabel } from '../../../spoken-label.tsx'

interface TypedLine {
  flowerId: string
  count: string
  waste: string
}

/** The form holds one text for a field, so the lines are JSON. */
export const typedText = (lines: readonly TypedLine[]): string => JSON.stringify(lines)

const isBlank = ({ flowerId, count }: TypedLine) => flowerId === '' && count.trim() === ''

const linesOf = (value: string) => JSON.parse(value) as TypedLine[]

/** Blank lines are left out; an empty waste means none. */
export function readTyped(value: string): TypedLine[] {
  return linesOf(value)
    .filter((line) => !isBlank(line))
    .map((line) => ({ ...line, waste: line.waste.trim() === '' ? '0' : line.waste }))
}

export function useFlowers() {
  const { data, error } = useQuery(
    query('GET /api/admin/flowers', { query: { limit: listLimitMax, sort: 'name' } }),
  )
  const flowers: readonly Flower[] = data?.data ?? []
  return { flowers, lost: error }
}

export function StemsEditor({
  value,
  flowers,
  error,
  onChange,
}: CustomInput & { flowers: readonly Flower[] }) {
  const errorId = useId()
  const lines = linesOf(value)
  const put = (n: number, part: Partial<TypedLine>) =>
    onChange(typedText(lines.map((line, at) => (at === n ? { ...line, ...part } : line))))
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-bold">Flowers</legend>
      <ul className="flex flex-col gap-4 sm:gap-2">
        {lines.map((line, n) => {
          const flower = flowers.find(({ id }) => id === line.flowerId)
          const field = (name: keyof TypedLine) =>
            controlled(line[name], (typed) => put(n, { [name]: typed }))
          const of = flower ? ` of ${flower.name}` : ` in line ${n + 1}`
          return (
            <li
              key={n}
              className="grid grid-cols-[1fr_1fr_auto] items-end gap-2 sm:grid-cols-[minmax(0,2fr)_1fr_1fr_auto]"
            >
              <SelectField
                className="max-sm:col-span-3"
                label={spokenLabel('Flower', ` in line ${n + 1}`)}
                placeholder="Choose a flower"
                options={flowers.map(({ id, name }) => ({ value: id, label: name }))}
                {...field('flowerId')}
              />
              <NumberField label={spokenLabel('Count', of)} min={1} {...field('count')} />
              <NumberField label={spokenLabel('Waste %', of)} placeholder="0" {...field('waste')} />
              <IconButton
                label={`Take out the line${of}`}
                icon={X}
                disabled={lines.length === 1}
                onClick={() => onChange(typedText(lines.filter((_, at) => at !== n)))}
              />
            </li>
          )
        })}
      </ul>
      {error && (
        <p id={errorId} role="alert" className="text-rose-ink">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="outline"
          size="sm"
          icon={Plus}
          disabled={lines.length >= stemsMax}
          onClick={() => onChange(typedText([...lines, { flowerId: '', count: '', waste: '' }]))}
        >
          Another flower
        </Button>
        {flowers.length === 0 && (
          <p className="text-sm text-ink-soft">
            There are no flowers yet:{' '}
            <SectionLink to="recipes?view=flowers" className="link">
              add the first one
            </SectionLink>
            .
          </p>
        )}
      </div>
    </fieldset>
  )
}
