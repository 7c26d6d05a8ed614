import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useEffect, useId, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { query, useLogged } from '../lib/query.ts'
import { useHasPart, useIsClosed, useSchool } from '../lib/school.ts'
import { displayName, session } from '../lib/session.ts'
import { useIsAdmin, useSessionToken, useUserName } from '../lib/use-session.ts'
import { useSignOut } from '../lib/use-sign-out.ts'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Burger, CloseIcon, Heart, Shop, Ticket } from '../ui/glyphs.tsx'
import { SchoolMark } from '../ui/school-mark.tsx'
import { CartLink, iconLinkClass } from './cart-link.tsx'
import * as text from './layout.en.tsx'

const navLinks = [
  { to: '/', label: text.home },
  { to: '/about', label: text.about },
  { to: '/classes', label: text.classes },
  { to: '/calendar', label: text.calendar },
  { to: '/contact', label: text.contact },
] as const

const ownLinks = [
  { to: '/store', label: text.store },
  { to: '/favourites', label: text.favourites },
  { to: '/cart', label: text.cart },
  { to: '/find', label: text.findOrder },
] as const

const inlineLinksOnSmallScreens = 3

export function Header() {
  const school = useSchool()
  const isClosed = useIsClosed()
  const hasStore = useHasPart('store') && !isClosed
  const logo = school?.pictures.logo
  const isWide = logo && logo.width > logo.height * 1.6
  // Such a name has two lines of smaller letters, and a phone shows the heart only in the menu.
  const isLong = school && school.name.length > 16
  return (
    <header className="site-header z-40 border-b border-line bg-paper print:static">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-2 px-5 md:gap-x-4 md:px-8">
        <Link to="/" className="flex min-h-16 flex-1 items-center gap-3 no-underline">
          <SchoolMark logo={logo} />
          {/* A wide logo replaces the name on a phone, which has no room for both. */}
          <span className={cx('leading-tight wrap-anywhere', isWide && 'max-sm:sr-only')}>
            <span className={cx('line-clamp-2 font-display', isLong ? 'text-sm leading-tight' : 'text-lg')}>
              {school?.name}
            </span>
            <span className="block text-sm text-ink-soft">{school?.city}</span>
            <span className="sr-only">{text.toHome}</span>
          </span>
        </Link>
        {!isClosed && (
          <nav
            aria-label={text.mainMenu}
            className="order-last -mx-2 flex flex-wrap gap-x-1 max-lg:w-full max-lg:grow max-lg:border-t max-lg:border-line lg:order-none lg:mx-auto print:hidden"
          >
            <NavLinks
              look={(isActive, index) =>
                cx(
                  'inline-flex min-h-11 items-center px-3 no-underline transition-colors hover:text-leaf-ink',
                  'border-b-2 max-sm:px-2 max-sm:text-sm',
                  isActive ? 'border-rose font-bold text-rose-ink' : 'border-transparent',
                  index >= inlineLinksOnSmallScreens && 'max-lg:hidden',
                )
              }
            />
          </nav>
        )}
        <address className="ml-auto hidden text-right text-sm not-italic print:block">
          {school?.address.join(', ')}
          <br />
          {school?.phone}
          <br />
          {school?.email}
        </address>
        <div className="ml-auto flex lg:ml-0 print:hidden">
          {hasStore && <IconLink to="/store" label={text.store} icon={Shop} className="max-sm:hidden" />}
          {!isClosed && (
            <IconLink
              to="/favourites"
              label={text.favourites}
              icon={Heart}
              className={isLong ? 'max-sm:hidden' : 'max-[22rem]:hidden'}
            />
          )}
          <IconLink to="/find" label={text.findOrder} icon={Ticket} />
          {hasStore && <CartLink />}
        </div>
        <AccountArea className={cx('print:hidden', !isClosed && 'max-sm:hidden')} />
        {!isClosed && <SideMenu />}
      </div>
    </header>
  )
}

type NavLinksProps = { look: (isActive: boolean, index: number) => string; onClick?: () => void }

function NavLinks({ look, onClick }: NavLinksProps) {
  return navLinks.map(({ to, label }, index) => (
    <NavLink key={to} to={to} onClick={onClick} className={({ isActive }) => look(isActive, index)}>
      {label}
    </NavLink>
  ))
}

type IconLinkProps = { to: string; label: string; icon: ComponentType; className?: string }

function IconLink({ to, label, icon: Glyph, className }: IconLinkProps) {
  return (
    <Link to={to} aria-label={label} title={label} className={cx(iconLinkClass, className)}>
      <Glyph />
    </Link>
  )
}

/** Opens or closes the dialog by the browser's own `command`, or by `act` in browsers without commands. */
const commandProps = (dialog: string, command: 'show-modal' | 'close', act: () => void): object => ({
  commandfor: dialog,
  command,
  // The browser has opened the dialog already, and a second `showModal` would throw.
  onClick: () => 'commandForElement' in HTMLButtonElement.prototype || act(),
})

function SideMenu() {
  const hasStore = useHasPart('store')
  const menu = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { pathname } = useLocation()
  const close = () => menu.current?.close()
  useEffect(() => menu.current?.close(), [pathname])
  return (
    <div className="lg:hidden print:hidden">
      <IconButton label={text.openMenu} {...commandProps(id, 'show-modal', () => menu.current?.showModal())}>
        <Burger />
      </IconButton>
      <dialog
        ref={menu}
        id={id}
        aria-label={text.menu}
        className="side-menu"
        onClick={(event) => {
          if (event.target === event.currentTarget) event.currentTarget.close()
        }}
      >
        <div className="flex min-h-full flex-col gap-6 p-5">
          <IconButton label={text.closeMenu} className="self-end" {...commandProps(id, 'close', close)}>
            <CloseIcon />
          </IconButton>
          <nav aria-label={text.menu} className="flex flex-col">
            <NavLinks
              look={(isActive) =>
                cx('border-b border-line py-3 font-display text-xl no-underline', isActive && 'text-rose-ink')
              }
              onClick={close}
            />
          </nav>
          <ul aria-label={text.yours} className="flex flex-col">
            {ownLinks.map(
              ({ to, label }) =>
                (hasStore || !/store|cart/.test(to)) && (
                  <li key={to}>
                    <Link
                      to={to}
                      onClick={close}
                      className="flex min-h-11 items-center no-underline hover:underline"
                    >
                      {label}
                    </Link>
                  </li>
                ),
            )}
          </ul>
          <AccountArea stacked />
        </div>
      </dialog>
    </div>
  )
}

function AccountArea({ className, stacked = false }: { className?: string; stacked?: boolean }) {
  const user = useCurrentUser()
  const signOut = useSignOut()
  if (user === null) {
    return (
      <div className={className}>
        <ButtonLink to="/signin" size="sm" variant="outline" wide={stacked}>
          {text.signIn}
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className={cx('items-center gap-2', stacked ? 'flex flex-col items-stretch' : 'flex', className)}>
      <Link
        to="/profile"
        className={cx('link flex min-h-11 max-w-48 items-center text-sm', !stacked && 'max-md:hidden')}
      >
        <span className="truncate">{text.welcome(user)}</span>
      </Link>
      {user.isAdmin && (
        <ButtonLink to="/admin" size="sm" variant="outline" wide={stacked}>
          {text.admin}
        </ButtonLink>
      )}
      <Button
        size="sm"
        variant="quiet"
        busy={signOut.isPending}
        onClick={() => signOut.mutate()}
        wide={stacked}
      >
        {text.signOut}
      </Button>
    </div>
  )
}

function useCurrentUser(): { name: string; isAdmin: boolean } | null {
  const token = useSessionToken()
  const { data, error } = useQuery({ ...query('GET /api/auth/user'), enabled: token !== null })
  useLogged(error, 'The user could not be looked up')
  const storedName = useUserName()
  const storedAdmin = useIsAdmin()

  useEffect(() => {
    // The answer about the last user stays in the query cache after a sign-out, so this code also checks the token.
    if (data && token) session.describe({ isAdmin: data.usertype === 'admin', name: displayName(data) })
  }, [data, token])
  useEffect(() => {
    if (error) session.forgetUser()
  }, [error])

  if (token === null) return null
  if (error) return { name: text.nameless, isAdmin: false }
  if (data) return { name: displayName(data), isAdmin: data.usertype === 'admin' }
  return { name: storedName ?? text.nameless, isAdmin: storedAdmin }
}
