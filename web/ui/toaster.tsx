import { type FocusEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './class-names.ts'
import { CloseIcon } from './glyphs.tsx'
import { dismissToast, type ToastRecord, useToasts } from './toast-store.ts'

const edges = { success: 'border-night-leaf', error: 'border-night-rose', info: 'border-marigold' }

/** Each tone has its own place, so that a toast that changes tone and words is read out in either. */
const tones = ['polite', 'assertive'] as const

/** It loads no library, because it must work offline. F6 moves the focus to the toast and back, Esc dismisses it. */
export function Toaster() {
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element>(null)
  const open = useToasts().find((record) => record.isOpen)

  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.defaultPrevented) return
      event.preventDefault()
      if (region.current?.contains(document.activeElement)) (cameFrom.current as HTMLElement | null)?.focus()
      else {
        cameFrom.current = document.activeElement
        region.current?.querySelector<HTMLElement>('[data-toast]')?.focus()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])

  useLayoutEffect(() => {
    const shown = open && region.current
    if (shown) placeFree(shown)
  }, [open])

  const close = (id: number) => {
    const hadFocus = region.current?.contains(document.activeElement)
    dismissToast(id)
    if (hadFocus) (cameFrom.current as HTMLElement | null)?.focus()
  }

  return (
    <section
      ref={region}
      aria-label="Notifications (F6)"
      data-toasts=""
      className="pointer-events-none fixed inset-x-3 top-3 z-60 sm:top-6 sm:right-6 print:hidden"
      onFocus={(event: FocusEvent) => {
        const from = event.relatedTarget
        if (from && !event.currentTarget.contains(from)) cameFrom.current = from
      }}
    >
      {tones.map((tone) => (
        <div key={tone} aria-live={tone}>
          {open && (open.tone === 'error') === (tone === 'assertive') && (
            <Toast key={open.id} record={open} onClose={() => close(open.id)} />
          )}
        </div>
      ))}
    </section>
  )
}

/** Moves the toasts to the highest place that covers the fewest things to press. */
function placeFree(region: HTMLElement): void {
  region.style.top = ''
  const toast = region.querySelector('[data-toast]')?.getBoundingClientRect()
  if (!toast) return
  const { left, right, height } = toast
  const pressable = [
    ...document.querySelectorAll('button, a, summary, input, select, textarea, label:has(input)'),
  ].flatMap((element) => {
    const box = element.getBoundingClientRect()
    const isBeside = box.width === 0 || box.right <= left || box.left >= right || region.contains(element)
    // A dialog keeps what lies behind it from being pressed, so that counts least.
    const weight = element.closest('[data-base-ui-inert]') ? 1 : 100
    return isBeside ? [] : [{ top: box.top, bottom: box.bottom, weight }]
  })
  const first = region.offsetTop
  let least = Infinity
  for (let top = first; top + height < innerHeight; top += 8) {
    const covered = pressable
      .filter((box) => box.top < top + height && box.bottom > top)
      .reduce((sum, { weight }) => sum + weight, 0)
    if (covered >= least) continue
    least = covered
    region.style.top = `${top}px`
  }
}

function Toast({ record, onClose }: { record: ToastRecord; onClose: () => void }) {
  const { title, description, tone = 'info', durationMs, action } = record
  const [isHeld, setHeld] = useState(false)
  const leftMs = useRef(durationMs)
  const onTimeUp = useEffectEvent(onClose)

  useEffect(() => {
    if (isHeld || leftMs.current === Infinity) return
    const startedAt = performance.now()
    const timer = setTimeout(() => onTimeUp(), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current = Math.max(1_000, leftMs.current - (performance.now() - startedAt))
    }
  }, [isHeld])

  return (
    <div
      data-toast=""
      tabIndex={-1}
      className={cx(
        'pointer-events-auto ml-auto flex w-full animate-[toast-in_240ms_var(--ease-petal)] items-start gap-2 rounded-sm night bg-toast sm:w-88 border-l-4 py-3 pr-2 pl-4 shadow-soft outline-offset-4',
        edges[tone],
      )}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <div className="min-w-0 flex-1 py-1.5">
        {title && <p className="font-bold">{title}</p>}
        {description && <p className="text-on-night-soft">{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="min-h-11 shrink-0 rounded-sm px-3 font-bold text-marigold underline underline-offset-4"
          onClick={() => {
            action.onClick()
            onClose()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        className="grid size-11 shrink-0 place-items-center rounded-full text-on-night-soft hover:text-on-night"
        onClick={onClose}
      >
        <CloseIcon />
      </button>
    </div>
  )
}
