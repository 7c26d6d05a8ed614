import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

const tones = {
  neutral: 'bg-sunk text-ink-soft',
  leaf: 'bg-leaf-tint text-leaf-ink',
  rose: 'bg-rose-tint text-rose-ink',
  marigold: 'bg-marigold text-on-marigold',
  outline: 'border border-line-strong text-ink-soft',
}
export type Tone = keyof typeof tones

export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={cx(
        'inline-block max-w-full shrink-0 rounded-[0.875rem] px-3 py-0.5 text-sm font-bold',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
