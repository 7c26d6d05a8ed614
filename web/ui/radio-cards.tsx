import { type ComponentProps, useId } from 'react'
import { FieldGroup } from './field-group.tsx'
import { describedBy, type FieldProps } from './form-field.tsx'

export type RadioCardsProps = Pick<FieldProps, 'label' | 'error' | 'required'> &
  Omit<ComponentProps<'input'>, 'type' | 'value' | 'className' | 'required'> & {
    options: readonly { value: string; label: string; detail: string }[]
    initial?: string
  }

export function RadioCards({ label, error, required, options, initial, ...radio }: RadioCardsProps) {
  const id = useId()
  return (
    <FieldGroup id={id} {...{ label, error, required }}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3">
        {options.map((option) => (
          <label key={option.value} className="choice flex min-h-14 items-center gap-3 px-4 py-2.5">
            <input
              {...radio}
              type="radio"
              value={option.value}
              defaultChecked={option.value === initial || undefined}
              aria-describedby={describedBy(id, null, error)}
              className="tick rounded-full"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-bold">{option.label}</span>
              <span className="block text-sm text-ink-soft">{option.detail}</span>
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
