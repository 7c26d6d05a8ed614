import { Combobox } from '@base-ui/react/combobox'
import { CloseIcon } from './close-icon.tsx'
import { type FieldProps, FormField } from './form-field.tsx'
import { usePortalPlace } from './portal-place.tsx'

export type ComboboxOption = { value: string; label: string; detail?: string }

export type ComboboxFieldProps = FieldProps & {
  options: ComboboxOption[]
  value: string | null
  onChange: (value: string | null) => void
  placeholder?: string
  /** Shown when nothing fits what was typed. */
  emptyText?: string
}

/** One of many, found by typing. For fewer than about ten, a `SelectField` is kinder. */
export function ComboboxField({
  options,
  value,
  onChange,
  placeholder,
  emptyText = 'Nothing found',
  ...field
}: ComboboxFieldProps) {
  const [place, placeElement] = usePortalPlace()
  return (
    <FormField {...field}>
      {(wiring) => (
        <Combobox.Root
          items={options}
          value={options.find((option) => option.value === value) ?? null}
          onValueChange={(option) => onChange(option?.value ?? null)}
          isItemEqualToValue={(a, b) => a.value === b.value}
        >
          {/* While the list is open, Base UI hides the rest of the page from readers, the label too: hence labelledby. */}
          <Combobox.InputGroup className="relative">
            <Combobox.Input
              {...wiring}
              aria-labelledby={`${wiring.id}-label`}
              placeholder={placeholder}
              className="control pr-12"
            />
            <Combobox.Clear
              aria-label="Clear"
              className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-full text-ink-soft"
            >
              <CloseIcon />
            </Combobox.Clear>
          </Combobox.InputGroup>
          {placeElement}
          <Combobox.Portal container={place}>
            <Combobox.Positioner positionMethod="fixed" sideOffset={4} className="z-50 outline-none">
              <Combobox.Popup className="hanging">
                <Combobox.Empty className="px-3 py-2 text-ink-soft empty:hidden">{emptyText}</Combobox.Empty>
                <Combobox.List>
                  {(option: ComboboxOption) => (
                    <Combobox.Item key={option.value} value={option} className="hanging-item justify-between">
                      {option.label}
                      {option.detail && <span className="text-sm text-ink-soft">{option.detail}</span>}
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </FormField>
  )
}
