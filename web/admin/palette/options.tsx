import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../ui/class-names.ts'

interface Option {
  id: string
  label: string
  detail?: string
}

/** A combobox's options: the arrow keys and the pointer choose the active one. The focus stays in the input. */
export function useOptions<One extends Option>(options: readonly One[], choose: (option: One) => void) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const active = options[Math.min(current, options.length - 1)]
  const optionId = (option: One) => `${id}-${options.indexOf(option)}`

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  return {
    active,
    isFirst: current === 0,
    activateFirst: () => setCurrent(0),
    onArrowKey(event: KeyboardEvent) {
      const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
      const step = steps[event.key]
      if (step === undefined || options.length === 0) return
      event.preventDefault()
      const last = options.length - 1
      const next = Math.min(current, last) + step
      // An arrow key wraps around at the ends, a page key stops there.
      const isArrow = Math.abs(step) === 1
      setCurrent(isArrow ? (next + options.length) % options.length : Math.max(0, Math.min(next, last)))
    },
    inputProps: {
      'aria-activedescendant': active && optionId(active),
      'aria-autocomplete': 'list',
      autoComplete: 'off',
      spellCheck: false,
    },
    listProps: { ref: list, id: `${id}-list`, role: 'listbox', 'aria-label': 'Results' },
    optionProps: (option: One) => ({
      id: optionId(option),
      'aria-selected': option === active,
      onPointerMove: () => setCurrent(options.indexOf(option)),
      onClick: () => choose(option),
      option,
    }),
  } as const
}

export function OptionRow({
  option: { label, detail },
  'aria-selected': isSelected,
  ...props
}: {
  id: string
  'aria-selected': boolean
  onPointerMove: () => void
  onClick: () => void
  option: Option
}) {
  return (
    <div
      {...props}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      className={cx(
        'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-sm px-3 py-1.5',
        isSelected && 'bg-leaf-tint text-leaf-ink',
      )}
      onMouseDown={(event) => event.preventDefault()}
    >
      <span className="min-w-0 flex-auto">{label}</span>
      {detail && <span className="text-sm text-ink-soft">{detail}</span>}
    </div>
  )
}
