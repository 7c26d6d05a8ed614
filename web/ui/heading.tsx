import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

const sizes = { xl: 'text-xl', '2xl': 'text-2xl', '3xl': 'text-3xl' }

export function Heading({
  level = 2,
  size = level === 1 ? '3xl' : '2xl',
  className,
  ...rest
}: ComponentProps<'h2'> & { level?: 1 | 2; size?: keyof typeof sizes }) {
  const Element = `h${level}` as const
  return <Element className={cx(sizes[size], className)} {...rest} />
}

/** The title of a page for a single task. */
export function PageTitle(heading: ComponentProps<'h2'>) {
  return <Heading level={1} size="2xl" {...heading} />
}

/** The heading of a view that replaces another view. The page scrolls to its top, and the heading takes the focus. */
export function ArrivalHeading(heading: ComponentProps<'h2'>) {
  return <PageTitle ref={showFromTop} tabIndex={-1} className="outline-none" {...heading} />
}

function showFromTop(heading: HTMLElement | null): void {
  if (heading === null) return
  window.scrollTo(0, 0)
  heading.focus({ preventScroll: true })
}

export function Eyebrow({ children }: { children: ReactNode }) {
  return <p className="mb-2 text-sm font-bold text-rose-ink">{children}</p>
}

export function PageHead({
  eyebrow,
  lead,
  children,
}: {
  eyebrow: ReactNode
  lead?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <Eyebrow>{eyebrow}</Eyebrow>
      <Heading level={1}>{children}</Heading>
      {lead && <p className="mt-4 max-w-text text-lg text-ink-soft whitespace-pre-line">{lead}</p>}
    </>
  )
}

export function Statement({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p className="mt-3 text-lg text-ink-soft">{children}</p>
    </>
  )
}
