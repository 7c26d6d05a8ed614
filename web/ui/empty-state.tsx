import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { FlowerOutline } from './flower-outline.tsx'

export function EmptyState({
  title,
  children,
  action,
  picture = <FlowerOutline className="size-24" />,
  className,
}: {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  picture?: ReactNode
  className?: string
}) {
  return (
    <div
      data-empty=""
      className={cx('mx-auto flex max-w-text flex-col items-center gap-3 px-5 py-12 text-center', className)}
    >
      {picture}
      <div className="font-display text-lg">{title}</div>
      {children && <div className="text-ink-soft">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
