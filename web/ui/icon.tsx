import type { ComponentType, SVGProps } from 'react'
import { cx } from './class-names.ts'

/** A lucide icon at our size and weight: `<Icon of={Phone} />`, silent beside its words. */
export function Icon({
  of: Drawing,
  className,
}: {
  of: ComponentType<SVGProps<SVGSVGElement>>
  className?: string
}) {
  return <Drawing aria-hidden="true" strokeWidth={1.75} className={cx('size-5 shrink-0', className)} />
}
