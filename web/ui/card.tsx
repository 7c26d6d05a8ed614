import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

export type CardProps = ComponentProps<'div'> & { as?: 'div' | 'article' | 'li' | 'section' }

/** The card has no padding, because its content sets its own. */
export function Card({ as: Element = 'div', className, ...rest }: CardProps) {
  return (
    <Element
      className={cx('petal overflow-hidden border border-line bg-raised', className)}
      {...(rest as object)}
    />
  )
}
