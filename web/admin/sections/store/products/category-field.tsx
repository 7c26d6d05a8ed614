import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { folded } from '../../../../../contract/folded.ts'
import { normaliseCategories } from '../../../../../contract/store/product-input.ts'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { controlled } from '../../../../ui/controlled.ts'
import { FieldGroup } from '../../../../ui/field-group.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import type { CustomInput } from '../../../record-form.tsx'

const sets: Record<string, readonly string[]> = {
  'Occasion: celebration': ['Birthday', 'Anniversary', 'Wedding', 'Housewarming', 'New Baby'],
  'Occasion: special occasions': [
    'Pongal',
    'Deepavali',
    'Navaratri',
    'Onam',
    'Valentine’s Day',
    'Mother’s Day',
    'Sympathy',
  ],
  'Flowers: popular': ['Roses', 'Jasmine', 'Lilies', 'Marigolds', 'Gerberas', 'Chrysanthemums'],
  'Flowers: specialty': ['Orchids', 'Lotus', 'Tulips', 'Anthuriums', 'Tuberoses'],
  'Arrangements: popular': ['Bouquets', 'Baskets', 'Vases', 'Garlands', 'Flower Boxes'],
  'Arrangements: specialty': ['Ikebana', 'Centrepieces', 'Wreaths', 'Torans', 'Bridal'],
}
const setNames = Object.keys(sets)

/** A field whose value is a text of categories separated by commas. Blank and repeated categories are ignored. */
export function CategoryField({
  value,
  onChange,
  error,
  isText,
}: CustomInput & {
  /** True if the field is one text with commas; false if each category is a chip. */
  isText: boolean
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [setName, setSetName] = useState(setNames[0] ?? '')
  const chosen = normaliseCategories(value)
  const isChosen = (name: string) => chosen.some((one) => folded(one) === folded(name))
  const choose = (names: readonly string[]) => onChange(normaliseCategories(names.join(',')).join(', '))
  const add = (text: string) => choose([...chosen, text])
  const remove = (name: string) => choose(chosen.filter((one) => folded(one) !== folded(name)))
  const addTyped = () => {
    add(typed)
    setTyped('')
  }

  return (
    <FieldGroup id={id} label="Categories" error={error} className="gap-3">
      {isText ? (
        <TextField label="Comma-separated" placeholder="Roses, Bouquets" {...controlled(value, onChange)} />
      ) : (
        <>
          {chosen.length > 0 && (
            <ul aria-label="Chosen categories" className="flex flex-wrap gap-2">
              {chosen.map((name) => (
                <li key={name}>
                  <button
                    type="button"
                    aria-label={`Remove ${name}`}
                    className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full bg-leaf-tint px-4 text-sm font-bold text-leaf-ink hover:bg-rose-tint hover:text-rose-ink"
                    onClick={() => remove(name)}
                  >
                    <span className="wrap-anywhere">{name}</span>
                    <Icon of={X} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="flex items-end gap-3">
            <TextField
              label="Add a category"
              className="min-w-0 flex-1"
              maxLength={60}
              {...controlled(typed, setTyped)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                // Enter adds the category. The default action, which sends the form, is prevented.
                event.preventDefault()
                addTyped()
              }}
            />
            <Button variant="outline" icon={Plus} onClick={addTyped}>
              Add
            </Button>
          </div>
        </>
      )}
      <SelectField label="Choose from a set" options={setNames} {...controlled(setName, setSetName)} />
      <ul aria-label={setName} className="flex flex-wrap gap-2">
        {sets[setName]?.map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={isChosen(name)}
              className={cx(
                'min-h-11 rounded-full border px-4 text-sm',
                isChosen(name)
                  ? 'border-leaf-ink bg-leaf-tint font-bold text-leaf-ink'
                  : 'border-line-strong hover:border-leaf-ink hover:text-leaf-ink',
              )}
              onClick={() => (isChosen(name) ? remove(name) : add(name))}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </FieldGroup>
  )
}
