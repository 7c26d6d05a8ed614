import type { ComponentType, SVGProps } from 'react'
import { cx } from './class-names.ts'

export interface IconProps {
  of: ComponentType<SVGProps<SVGSVGElement>>
  className?: string
}

export function Icon({ of: Drawing, className }: IconProps) {
  return <Drawing aria-hidden="true" strokeWidth={1.75} className={cx('size-5 shrink-0', className)} />
}
