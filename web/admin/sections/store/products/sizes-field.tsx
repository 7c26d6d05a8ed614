import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { sizesMax } from '../../../../../contract/store/products.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { controlled } from '../../../../ui/controlled.ts'
import { FieldError, FieldHint } from '../../../../ui/form-field.tsx'
import { NumberField } from '../../../../ui/number-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { inRupees } from '../../../record-fields.tsx'
import type { CustomInput } from '../../../record-form.tsx'
import { noSize, sizeProblems, sizesIn, type TypedSize } from './product-sizes.ts'

export function SizesField({ value, onChange, error }: CustomInput) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const sizes = sizesIn(value)
  const problems = error === null ? {} : sizeProblems(value)
  const isSaidInRows = Object.keys(problems).some((name) => name !== '')

  const set = (next: readonly TypedSize[]) => onChange(JSON.stringify(next))
  const edit = (row: number, part: Partial<TypedSize>) =>
    set(sizes.map((size, n) => (n === row ? { ...size, ...part } : size)))
  const field = (row: number, name: 'name' | 'price' | 'stems') => ({
    ...controlled(sizes[row]?.[name] ?? '', (typed) => edit(row, { [name]: typed })),
    error: problems[`${row}.${name}`] ?? null,
  })
  const focus = (selector: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus())
  const add = () => {
    set([...sizes, noSize])
    focus(`[data-row="${sizes.length}"] input`)
  }
  const remove = (row: number) => {
    set(sizes.filter((_, n) => n !== row))
    focus('[data-add]')
  }

  return (
    <fieldset className="min-w-0" aria-describedby={`${id}-hint`}>
      <legend className="mb-1 font-bold">Sizes</legend>
      <FieldHint id={`${id}-hint`}>
        Each with its price and, if you like, its stems. The stock is counted for all of them together.
      </FieldHint>
      <div ref={list} className="mt-3 flex flex-col gap-4">
        {sizes.map((size, row) => (
          <fieldset key={row} data-row={row} className="min-w-0">
            <legend className="sr-only">Size {row + 1}</legend>
            <div className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 sm:grid-cols-[2fr_1fr_1fr_auto]">
              <TextField
                label="Size name"
                placeholder="Standard"
                maxLength={40}
                className="col-span-3 sm:col-span-1"
                {...field(row, 'name')}
              />
              <NumberField label="Price (₹)" {...inRupees} {...field(row, 'price')} />
              <NumberField label="Stems" min={1} {...field(row, 'stems')} />
              <IconButton
                icon={X}
                label={`Remove ${size.name || `size ${row + 1}`}`}
                className="mt-7.5"
                onClick={() => remove(row)}
              />
            </div>
          </fieldset>
        ))}
        <div>
          <Button
            data-add
            variant="outline"
            size="sm"
            icon={Plus}
            disabled={sizes.length >= sizesMax}
            onClick={add}
          >
            Add a size
          </Button>
        </div>
      </div>
      <FieldError id={`${id}-error`}>{isSaidInRows ? null : error}</FieldError>
    </fieldset>
  )
}
