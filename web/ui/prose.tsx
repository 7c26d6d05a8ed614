import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

/** Running text: plain elements inside get their spacing, lists and links. */
export function Prose({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('prose', className)} {...rest} />
}
