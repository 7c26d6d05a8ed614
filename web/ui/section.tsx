import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

interface ContainerProps extends ComponentProps<'div'> {
  /** True makes the page at least as high as the window, so that the footer does not move when content arrives. */
  tall?: boolean
}

export function Container({ className, tall = false, ...rest }: ContainerProps) {
  return (
    <div className={cx('mx-auto w-full max-w-page px-5 md:px-8', tall && 'min-h-dvh', className)} {...rest} />
  )
}

const grounds = {
  paper: '',
  sunk: 'bg-sunk',
  leaf: 'bg-leaf-tint',
  rose: 'bg-rose-tint',
  marigold: 'bg-marigold-tint',
  night: 'night bg-night',
}

/** A band across the page. A band with a heading needs `aria-labelledby`. */
export function Section({
  ground = 'paper',
  className,
  children,
  ...rest
}: ComponentProps<'section'> & { ground?: keyof typeof grounds }) {
  return (
    <section className={cx('py-14 md:py-24 print:py-4', grounds[ground], className)} {...rest}>
      <Container>{children}</Container>
    </section>
  )
}
