import { cx } from './class-names.ts'
import * as text from './ui.en.ts'

/** Screen readers do not read the spinner, so it needs a text beside it, as in `Loading`. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="-12 -12 24 24" className={cx('size-5 shrink-0 animate-spin', className)}>
      {[0, 1, 2, 3, 4, 5].map((petal) => (
        <ellipse
          key={petal}
          cy="-7"
          rx="2.6"
          ry="4.4"
          fill="currentColor"
          opacity={0.2 + petal * 0.16}
          transform={`rotate(${petal * 60})`}
        />
      ))}
    </svg>
  )
}

/** `label` is for screen readers. */
export function Awaited({ label, className = 'py-24' }: { label: string; className?: string }) {
  return (
    <div className={cx('grid place-items-center', className)} role="status" aria-label={label}>
      <Spinner />
    </div>
  )
}

export function Loading({ children = text.loading, className }: { children?: string; className?: string }) {
  return (
    <p role="status" className={cx('flex items-center justify-center gap-3 py-12 text-ink-soft', className)}>
      <Spinner className="size-7 text-leaf-ink" />
      {children}
    </p>
  )
}
