import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { plural } from '../../../../../contract/plural.ts'
import { listLimitMax } from '../../../../../contract/primitives.ts'
import { costInPaise, stemsInFile } from '../../../../../contract/store/recipe-facts.ts'
import {
  type Flower,
  type Recipe,
  recipeImportColumns,
  recipeInput,
  stemsMax,
} from '../../../../../contract/store/recipes.ts'
import { formatRupees } from '../../../../../contract/words.ts'
import { query } from '../../../../lib/query.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import { Note } from '../../../../ui/note.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import { RefusalNote } from '../../../../ui/refusal-note.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { addedColumn, longText, rupeesColumn, sum } from '../../../list/columns.tsx'
import { byName, newestFirst, optionsOf } from '../../../list/list-choices.ts'
import { callsOf } from '../../../record-calls.ts'
import { choice, type Fields, readBy, text, unlessBlank } from '../../../record-fields.tsx'
import type { CustomInput, FormDefinition, FormParts } from '../../../record-form.tsx'
import { recordSection } from '../../../record-section.tsx'
import { SectionLink } from '../../../section-link.tsx'
import { spokenLabel } from '../../../spoken-label.tsx'

interface TypedLine {
  flowerId: string
  count: string
  waste: string
}

/** Writes the lines of a recipe as JSON, because a form keeps one text for each field. */
const typedText = (lines: readonly TypedLine[]): string => JSON.stringify(lines)

const isBlank = ({ flowerId, count }: TypedLine) => flowerId === '' && count.trim() === ''

const linesOf = (value: string) => JSON.parse(value) as TypedLine[]

/** Reads the typed lines of a recipe. Blank lines are left out, and an empty waste is read as 0. */
function readTyped(value: string): TypedLine[] {
  return linesOf(value)
    .filter((line) => !isBlank(line))
    .map((line) => ({ ...line, waste: line.waste.trim() === '' ? '0' : line.waste }))
}

function useFlowers() {
  const { data, error } = useQuery(
    query('GET /api/admin/flowers', { query: { limit: listLimitMax, sort: 'name' } }),
  )
  const flowers: readonly Flower[] = data?.data ?? []
  return { flowers, lost: error }
}

function StemsEditor({ value, flowers, error, onChange }: CustomInput & { flowers: readonly Flower[] }) {
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
          const name = flower ? flower.name : `line ${n + 1}`
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
                label={`Remove ${name}`}
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
          Add flower
        </Button>
        {flowers.length === 0 && (
          <p className="text-sm text-ink-soft">
            No flowers yet.{' '}
            <SectionLink to="recipes?view=flowers" className="link">
              Add your first flower
            </SectionLink>
          </p>
        )}
      </div>
    </fieldset>
  )
}

const rule = recipeInput.shape

const stems = unlessBlank(readBy(readTyped, rule.stems))

const fields = {
  subject: choice('Recipe for', [], { required: true, rule: rule.subject, start: '' }),
  stems: {
    ...text('Flowers', stems),
    start: typedText([{ flowerId: '', count: '', waste: '' }]),
    read: (item: Recipe) =>
      typedText(
        item.stems.map(({ flowerId, count, waste }) => ({
          flowerId,
          count: String(count),
          waste: String(waste),
        })),
      ),
    write: (typed: string) =>
      readTyped(typed).map(({ flowerId, count, waste }) => ({
        flowerId,
        count: Number(count),
        waste: Number(waste),
      })),
  },
} satisfies Fields<Recipe>

const nameOf = ({ name, size }: Pick<Recipe, 'name' | 'size'>) => (size ? `${name}, ${size}` : name)

function Layout({ input, custom, form, base, isEdit }: FormParts<Recipe, typeof fields>) {
  const subjects = useQuery(query('GET /api/admin/recipe-subjects'))
  const { flowers, lost } = useFlowers()
  const offered = (subjects.data?.data ?? []).filter(
    (one) => !one.hasRecipe || (isEdit && one.subject === base?.subject),
  )
  const options = offered.map((one) => ({
    value: one.subject,
    label: one.kind === 'course' ? `${one.name}, per student` : nameOf(one),
  }))
  return (
    <>
      <RefusalNote error={subjects.error ?? lost} />
      {input('subject', {
        options: [
          { value: '', label: subjects.isPending ? 'Loading…' : 'Choose a product or a class' },
          ...options,
        ],
        disabled: isEdit,
      })}
      {custom('stems', (field) => {
        const cost = costOf(field.value, flowers)
        const price = offered.find(({ subject }) => subject === form.watch('subject'))?.price
        return (
          <>
            <StemsEditor flowers={flowers} {...field} />
            <p role="status" className="rounded-sm bg-sunk px-4 py-3">
              The flowers cost <strong>{formatRupees(cost)}</strong>.
              {price !== undefined &&
                ` At the price of ${formatRupees(price)}, the margin is ${marginText(price, cost)}.`}
            </p>
          </>
        )
      })}
    </>
  )
}

/** Returns the cost of all flowers of the recipe, in rupees. */
function costOf(typed: string, flowers: ReturnType<typeof useFlowers>['flowers']): number {
  const known = readTyped(typed).flatMap(({ flowerId, count, waste }) => {
    const flower = flowers.find(({ id }) => id === flowerId)
    if (!flower || !(Number(count) > 0)) return []
    const { bunchSize, price } = flower
    return [{ count: Number(count), waste: Number(waste), bunchSize, priceInPaise: Math.round(price * 100) }]
  })
  return costInPaise(known) / 100
}

const form: FormDefinition<Recipe, typeof fields> = {
  wide: true,
  description: 'Enter the flowers for one product of this size, or for one student in the class.',
  fields,
  Layout,
}

/** Lists the products without a recipe, because the market list leaves out their flowers. */
function Missing() {
  const subjects = useQuery(query('GET /api/admin/recipe-subjects'))
  const missing = (subjects.data?.data ?? []).filter(({ hasRecipe, isAddon }) => !hasRecipe && !isAddon)
  if (missing.length === 0) return null
  const shownNames = missing.slice(0, 2).map((one) => nameOf(one))
  return (
    <Note tone="warning" className="mb-2 !py-1.5 text-sm [&_span]:max-sm:hidden">
      <strong>
        {plural(missing.length, {
          one: '1 product or class has no recipe.',
          other: `${missing.length} products and classes have no recipe.`,
        })}
      </strong>{' '}
      <span className="text-ink">
        The market list leaves them out: {shownNames.join(', ')}
        {missing.length > shownNames.length && ` and ${missing.length - shownNames.length} more`}
      </span>
    </Note>
  )
}

// The columns of the CSV have the names that an import expects.
export default recordSection({
  kind: 'recipe',
  calls: callsOf('/api/admin/recipes', 'edit', 'find'),
  namedBy: 'subject',
  nameOf,
  draftName: () => '',
  texts: {
    add: 'Add Recipe',
    edit: 'Edit Recipe',
    added: 'Recipe created successfully',
    addFailed: 'Failed to create recipe. Please try again.',
    updated: 'Recipe updated successfully',
    updateFailed: 'Failed to update recipe. Please try again.',
    changed: 'Someone else changed this recipe.',
    keptDraft: 'We’ve kept the recipe you typed.',
    filters: 'Filters for recipes',
    loading: 'Loading recipes…',
    notLoaded: 'We couldn’t load the recipes',
    loadFailed: 'Failed to fetch recipes',
    refreshed: 'Recipes refreshed successfully',
    counted: ({ count }) => plural(count, { one: '1 recipe', other: `${count} recipes` }),
    deleted: () => 'Recipe deleted successfully',
    deleteFailed: 'Failed to delete recipe. Please try again.',
    empty: {
      title: 'No recipes found',
      text: 'Add the flowers in each product and class. The market list is calculated from them.',
      add: 'Add First Recipe',
    },
  },
  list: {
    id: 'recipes',
    endpoint: 'GET /api/admin/recipes',
    search: { label: 'Search recipes', placeholder: 'Product, class or size' },
    filters: [
      { name: 'kind', label: 'Type', options: optionsOf({ product: 'Products', course: 'Classes' }) },
    ],
    sorts: [...byName, newestFirst],
  },
  columns: [
    { header: 'Name', text: ({ name }) => name, sort: 'name', isCut: true, className: 'max-w-60 min-w-48' },
    { header: 'Size', text: ({ size }) => size ?? '' },
    { header: 'Of', text: ({ kind }) => (kind === 'course' ? 'class' : 'product'), isHidden: true },
    {
      header: 'Flowers',
      text: ({ stems: of }) => of.map(({ flower, count }) => `${count} ${flower}`).join(', '),
      csv: ({ stems: of }) => stemsInFile(of.map(({ flower, count, waste }) => ({ flower, count, waste }))),
      isCut: true,
      className: 'w-full max-w-0 min-w-48',
      isFolded: true,
    },
    rupeesColumn('Price', ({ price }: Recipe) => price),
    rupeesColumn('Cost', ({ cost }: Recipe) => cost, { isFolded: true }),
    {
      header: 'Margin',
      text: ({ price, cost }: Recipe) =>
        price === 0 ? marginText(price, cost) : `${Math.round(((price - cost) / price) * 100)}%`,
      className: sum,
      csv: ({ margin }: Recipe) => String(margin),
    },
    { header: 'Shown in the store', text: ({ inside }) => inside, className: longText, isHidden: true },
    { ...addedColumn, isHidden: true },
  ],
  form,
  importing: {
    endpoint: 'POST /api/admin/recipes/import',
    columns: recipeImportColumns,
    title: 'Import recipes',
  },
  shownIn: [['GET /api/products'], ['GET /api/admin/recipe-subjects']],
  above: () => <Missing />,
})

/** Writes the part of the price that is left after paying for the flowers, such as `₹331.60 (66%)`. */
function marginText(price: number, cost: number): string {
  const left = price - cost
  const sum = left < 0 ? `−${formatRupees(-left)}` : formatRupees(left)
  return price === 0 ? sum : `${sum} (${Math.round((left / price) * 100)}%)`
}
