import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { cx } from './class-names.ts'
import { CloseIcon } from './glyphs.tsx'
import { dismissToast, type ToastRecord, useToast } from './toast-store.ts'
import * as text from './ui.en.ts'

/** Each tone has its own live region, so a toast that changes its tone is read out again. */
const tones = ['polite', 'assertive'] as const

/** The toaster must work offline, so it loads no library. F6 moves the focus to the toast and back. */
export function Toaster() {
  const record = useToast()
  return (
    <section
      aria-label={text.notifications}
      data-toasts=""
      className="pointer-events-none fixed inset-x-5 top-3 z-60 sm:top-6 sm:right-6 print:hidden"
    >
      {tones.map((tone) => (
        <div key={tone} aria-live={tone}>
          {record?.isOpen && (record.tone === 'error') === (tone === 'assertive') && (
            <Toast key={record.id} record={record} />
          )}
        </div>
      ))}
    </section>
  )
}

/** A toast covers as few of these as possible. A control or a note counts more than words. */
const toSee = [
  'button',
  'a',
  'summary',
  'input',
  'select',
  'textarea',
  'label:has(input)',
  '[data-note]',
  '[data-empty] > *',
  'p',
].join()
const weightOf = (element: Element) =>
  element === document.activeElement ? 999 : element.matches('p, [data-empty] > *') ? 1 : 9

/**
 * Moves the toast's region to the highest place where the toast covers the fewest controls and notes, and not the
 * control in focus. The region does not move if the toast already covers none.
 */
function placeFree(toast: HTMLElement): void {
  const region = toast.closest('[data-toasts]') as HTMLElement
  const { left, right, height } = toast.getBoundingClientRect()
  const seen = [...document.querySelectorAll(toSee)]
    // Base UI marks the elements behind a dialog as inert. These elements cannot be clicked.
    .filter((element) => !element.closest('[data-base-ui-inert], [data-toasts]'))
    .map((element) => ({ box: element.getBoundingClientRect(), weight: weightOf(element) }))
    .filter(({ box }) => box.right + 6 > left && box.left - 6 < right)
  const coveredAt = (top: number) =>
    seen.reduce(
      (sum, { box, weight }) => (box.top < top + height && box.bottom > top ? sum + weight : sum),
      0,
    )
  if (region.style.top && !coveredAt(region.offsetTop)) return
  region.style.top = ''
  let least = Infinity
  for (let top = region.offsetTop; top + height < innerHeight; top += 8) {
    const covered = coveredAt(top)
    if (covered >= least) continue
    least = covered
    region.style.top = `${top}px`
  }
}

/**
 * The element that had the focus before a toast took it. The element is kept when a toast closes, because the focus may
 * move to the next toast before it returns here.
 */
let cameFrom: HTMLElement | null = null

function Toast({ record }: { record: ToastRecord }) {
  const { id, title, description, tone = 'info', durationMs, action } = record
  const self = useRef<HTMLDivElement>(null)
  const [hasPointer, setPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHeld = hasPointer || hasFocus
  const leftMs = useRef(durationMs)

  const close = () => {
    const goesBack = self.current?.contains(document.activeElement)
    dismissToast(id)
    if (goesBack) cameFrom?.focus()
  }
  const onTimeUp = useEffectEvent(close)

  useLayoutEffect(() => {
    const place = () => {
      const toast = self.current as HTMLElement
      // A toast that moved while its button is pressed would lose the press.
      if (!toast.matches(':active')) placeFree(toast)
    }
    place()
    // A dialog may open or grow beneath the toast, which then moves.
    const changes = new MutationObserver(place)
    changes.observe(document.body, { childList: true, subtree: true })
    // A font or a picture that comes late moves the controls without a change of the document.
    const sizes = new ResizeObserver(place)
    sizes.observe(document.body)
    document.addEventListener('focusin', place)
    document.addEventListener('scrollend', place)
    return () => {
      document.removeEventListener('focusin', place)
      document.removeEventListener('scrollend', place)
      changes.disconnect()
      sizes.disconnect()
    }
  }, [])

  useEffect(() => {
    if (isHeld || leftMs.current === Infinity) return
    const startedAt = performance.now()
    const timer = setTimeout(() => onTimeUp(), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current = Math.max(1_000, leftMs.current - (performance.now() - startedAt))
    }
  }, [isHeld])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.defaultPrevented) return
      event.preventDefault()
      const next = self.current?.contains(document.activeElement) ? cameFrom : self.current
      next?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return (
    <div
      ref={self}
      data-toast=""
      tabIndex={-1}
      className={cx(
        'pointer-events-auto ml-auto flex w-full animate-[toast-in_240ms_var(--ease-petal)] items-start gap-2 petal night bg-toast sm:w-88 py-3 pr-2 pl-4 shadow-soft outline-offset-4',
        tone === 'error' && 'border border-night-rose',
      )}
      onPointerEnter={() => setPointer(true)}
      onPointerLeave={() => setPointer(false)}
      onFocus={({ relatedTarget: from, currentTarget }) => {
        setFocus(true)
        if (!currentTarget.contains(from)) cameFrom = from as HTMLElement | null
      }}
      onBlur={() => setFocus(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
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
            close()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={text.dismiss}
        className="grid size-11 shrink-0 place-items-center rounded-full text-on-night-soft hover:text-on-night"
        onClick={close}
      >
        <CloseIcon />
      </button>
    </div>
  )
}
