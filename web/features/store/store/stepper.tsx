import { useId } from 'react'
import * as text from './stepper.en.ts'

const minus = 'M5 12h14'
const plus = 'M5 12h14M12 5v14'

export function Stepper({
  label,
  name,
  value,
  most,
  isLabelHidden = false,
  onChange,
}: {
  label: string
  name?: string
  value: number
  most: number
  isLabelHidden?: boolean
  onChange: (value: number) => void
}) {
  const id = useId()
  const step = (to: number, words: string, path: string) => (
    <button
      type="button"
      aria-label={words}
      disabled={to < 1 || to > most}
      onClick={() => onChange(to)}
      className="grid size-11 place-items-center rounded-full text-leaf-ink transition-colors hover:bg-leaf-tint disabled:opacity-40 print:hidden"
    >
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5 fill-none stroke-current stroke-2">
        <path d={path} strokeLinecap="round" />
      </svg>
    </button>
  )
  return (
    <div
      className={isLabelHidden ? undefined : 'flex flex-wrap items-center justify-between gap-x-4 gap-y-1'}
    >
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-bold'}>
        {label}
      </label>
      <div className="inline-flex items-center rounded-full border border-line-strong bg-raised">
        {step(value - 1, text.oneLess({ of: label }), minus)}
        <input
          id={id}
          name={name}
          value={value}
          inputMode="numeric"
          maxLength={2}
          className="min-h-11 w-9 bg-transparent text-center font-bold"
          onChange={({ target }) => {
            const typed = Number(target.value.replace(/\D/g, ''))
            if (typed >= 1) onChange(Math.min(typed, most))
          }}
          onFocus={({ target }) => target.select()}
        />
        {step(value + 1, text.oneMore({ of: label }), plus)}
      </div>
    </div>
  )
}
