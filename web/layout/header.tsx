import { useEffect, useId, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { logo } from '../../drawings/logo.ts'
import { useSchool } from '../lib/school.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Drawing } from '../ui/drawing.tsx'
import { Burger, CloseIcon } from '../ui/glyphs.tsx'
import { AccountArea } from './account-area.tsx'

const navLinks = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/classes', label: 'Classes & Programs' },
  { to: '/calendar', label: 'Calendar' },
  { to: '/contact', label: 'Contact' },
] as const

const inlineLinksOnSmallScreens = 3

const mark = logo()

export function Header() {
  const school = useSchool()
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper print:static">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-4 px-5 md:px-8">
        <Link to="/" className="flex min-h-16 items-center gap-3 no-underline">
          <Drawing svg={mark} className="size-10 text-rose [&>svg]:size-full" />
          <span className="leading-tight">
            <span className="block font-display text-lg">{school?.name ?? 'Malar'}</span>
            <span className="block text-sm text-ink-soft">{school?.city}</span>
            <span className="sr-only"> home</span>
          </span>
        </Link>
        <nav
          aria-label="Main"
          className="order-last -mx-2 flex flex-wrap gap-x-1 max-lg:w-full max-lg:grow max-lg:border-t max-lg:border-line lg:order-none lg:mx-auto print:hidden"
        >
          {navLinks.map((link, index) => (
            <NavLink
              key={link.to}
              to={link.to}
              end={link.to === '/'}
              className={({ isActive }) =>
                cx(
                  'inline-flex min-h-11 items-center px-3 no-underline transition-colors hover:text-leaf-ink',
                  'border-b-2 max-sm:px-2 max-sm:text-sm',
                  isActive ? 'border-rose font-bold text-rose-ink' : 'border-transparent',
                  index >= inlineLinksOnSmallScreens && 'max-lg:hidden',
                )
              }
            >
              {link.label}
            </NavLink>
          ))}
        </nav>
        <address className="ml-auto hidden text-right text-sm not-italic print:block">
          {school?.address.join(', ')}
          <br />
          {school?.phone} · {school?.email}
        </address>
        <AccountArea className="ml-auto max-sm:hidden lg:ml-0 print:hidden" />
        <SideMenu />
      </div>
    </header>
  )
}

/** Attributes by which the browser opens and closes a dialog without a script; React's types do not know them yet. */
const byItself = (dialog: string, command: 'show-modal' | 'close' = 'show-modal'): object => ({
  commandfor: dialog,
  command,
})

/** For browsers that know no commands. Where they are known, a second `showModal` would throw. */
const elsewhere = (act: () => void) => () => {
  if (!('commandForElement' in HTMLButtonElement.prototype)) act()
}

function SideMenu() {
  const menu = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { pathname } = useLocation()
  useEffect(() => menu.current?.close(), [pathname])
  return (
    <div className="max-sm:ml-auto lg:hidden print:hidden">
      <IconButton label="Open menu" {...byItself(id)} onClick={elsewhere(() => menu.current?.showModal())}>
        <Burger />
      </IconButton>
      <dialog
        ref={menu}
        id={id}
        aria-label="Menu"
        className="side-menu"
        onClick={(event) => {
          if (event.target === event.currentTarget) event.currentTarget.close()
        }}
      >
        <div className="flex min-h-full flex-col gap-6 p-5">
          <IconButton
            label="Close menu"
            className="self-end"
            {...byItself(id, 'close')}
            onClick={elsewhere(() => menu.current?.close())}
          >
            <CloseIcon />
          </IconButton>
          <nav aria-label="Menu" className="flex flex-col">
            {navLinks.map((link) => (
              <NavLink
                key={link.to}
                to={link.to}
                end={link.to === '/'}
                onClick={() => menu.current?.close()}
                className={({ isActive }) =>
                  cx(
                    'border-b border-line py-3 font-display text-xl no-underline',
                    isActive && 'text-rose-ink',
                  )
                }
              >
                {link.label}
              </NavLink>
            ))}
          </nav>
          <AccountArea stacked />
        </div>
      </dialog>
    </div>
  )
}
