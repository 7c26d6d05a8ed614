import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './class-names.ts'
import { Icon, type IconProps } from './icon.tsx'
import { Spinner } from './spinner.tsx'

type Look = {
  /**
   * `primary`: the page's main action. `outline`: a second action. `quiet`: one of many actions in a row. `danger`: an
   * action that deletes something.
   */
  variant?: 'primary' | 'outline' | 'quiet' | 'danger'
  /** `md` is 48 px high, `sm` 44 px. */
  size?: 'md' | 'sm'
  wide?: boolean
  icon?: IconProps['of']
}

const variants = {
  primary: 'petal-turn border border-transparent bg-leaf text-on-leaf hover:bg-leaf-deep',
  outline:
    'petal-turn border border-line-strong text-ink hover:border-leaf-ink hover:bg-leaf-tint hover:text-leaf-ink',
  quiet: 'rounded-sm text-leaf-ink transition-colors hover:bg-leaf-tint',
  danger: 'petal-turn border border-transparent bg-rose-deep text-on-rose hover:bg-rose-ink',
}
const sizes = { md: 'min-h-12 px-6 py-2', sm: 'min-h-11 px-4 py-1.5 text-sm' }

/** Returns the classes of a button, for other elements such as a `<summary>`. */
export const buttonClass = ({ variant = 'primary', size = 'md', wide }: Look = {}): string =>
  cx(
    wide ? 'flex w-full' : 'inline-flex',
    'max-w-full shrink-0 items-center justify-center gap-2 text-center font-bold no-underline',
    'disabled:border-transparent disabled:bg-line disabled:text-ink-soft aria-busy:cursor-progress print:hidden',
    variants[variant],
    sizes[size],
  )

export type ButtonProps = ComponentProps<'button'> &
  Look & {
    /**
     * Shows a spinner, and this text if it is a string. Clicks do nothing, but unlike `disabled` the button keeps the
     * focus.
     */
    busy?: boolean | string
  }

export function Button({
  variant,
  size,
  wide,
  icon,
  busy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={busy ? true : undefined}
      aria-busy={busy ? true : undefined}
      className={cx(buttonClass({ variant, size, wide }), className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy ? <Spinner /> : icon && <Icon of={icon} />}
      {typeof busy === 'string' ? busy : children}
    </button>
  )
}

export type ButtonLinkProps = Look & { className?: string; children: ReactNode } & (
    | ComponentProps<typeof Link>
    | (Omit<ComponentProps<'a'>, 'href'> & { href: string; to?: undefined })
  )

/** A link that looks like a button: `to` leads to our own pages, `href` to other sites and to `tel:`. */
export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  const look = {
    className: cx(buttonClass({ variant, size, wide }), className),
    children: (
      <>
        {icon && <Icon of={icon} />}
        {children}
      </>
    ),
  }
  return rest.to === undefined ? <a {...look} {...rest} /> : <Link {...look} {...rest} />
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string
  icon?: IconProps['of']
}

export function IconButton({ label, icon, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-full transition-colors hover:bg-leaf-tint hover:text-leaf-ink disabled:opacity-55 print:hidden',
        className,
      )}
      {...rest}
    >
      {icon ? <Icon of={icon} /> : children}
    </button>
  )
}
