import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { dateText, timeInWords } from '../../contract/words.ts'
import { cx } from './class-names.ts'
import { type FieldProps, FormField } from './form-field.tsx'
import * as text from './ui.en.ts'

type DateFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'required' | 'prefix' | 'type'> & {
    type?: 'date' | 'datetime-local'
    /** The text of an empty field. */
    placeholder?: string
  }

/**
 * A date as `30 Nov 2026`. A browser would write it in the order of its own language, such as `11/30/2026`. So our text
 * covers the browser's digits until somebody types a date by keyboard.
 */
export function DateField({ type = 'date', placeholder = text.chooseDate, ...field }: DateFieldProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [value, setValue] = useState('')
  const [isTyping, setTyping] = useState(false)
  const inputIn = (place: HTMLElement | null) => place?.firstElementChild as HTMLInputElement
  // A form writes into its inputs without an event, but renders them afterwards.
  // oxlint-disable-next-line react/exhaustive-deps -- the same text again renders nothing
  useLayoutEffect(() => setValue(inputIn(box.current).value))
  return (
    <FormField {...field}>
      {(input) => (
        <span
          ref={box}
          className="relative grid"
          onInput={(event) => setValue(inputIn(event.currentTarget).value)}
          onKeyDown={({ key }) => setTyping(key !== 'Escape')}
          // The key that moves the focus here is released here.
          onKeyUp={({ key }) => key === 'Tab' && setTyping(true)}
          // Half a date has no text of ours, and must not disappear.
          onBlur={(event) => setTyping(inputIn(event.currentTarget).validity.badInput)}
          onPointerDown={() => setTyping(false)}
          onClick={({ currentTarget, nativeEvent }) => {
            const { readOnly, disabled } = inputIn(currentTarget)
            const isMouse = (nativeEvent as PointerEvent).pointerType === 'mouse'
            if (isMouse && !readOnly && !disabled) inputIn(currentTarget).showPicker()
          }}
        >
          <input {...input} type={type} className="control" />
          {!isTyping && (
            <span
              aria-hidden="true"
              className={cx(
                'pointer-events-none absolute inset-0.5 right-10 flex items-center overflow-hidden rounded-sm px-3 leading-tight noscript:hidden',
                field.disabled ? 'bg-sunk' : 'bg-raised',
                (field.disabled || value === '') && 'text-ink-soft',
              )}
            >
              {value === '' ? placeholder : inWords(value)}
            </span>
          )}
        </span>
      )}
    </FormField>
  )
}

/** `2026-11-30T18:30` → `30 Nov 2026, 6:30 pm`. */
function inWords(value: string): string {
  const [day = '', time] = value.split('T')
  const date = `${dateText(day)} ${day.slice(0, -6)}`
  return time === undefined ? date : `${date}, ${timeInWords(time)}`
}
