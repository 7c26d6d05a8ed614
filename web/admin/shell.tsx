import { useQuery } from '@tanstack/react-query'
import { Menu, PanelLeft, Search, X } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { logo } from '../../drawings/logo.ts'
import { query } from '../lib/query.ts'
import { useSchool } from '../lib/school.ts'
import { useUserName } from '../lib/use-session.ts'
import { useSignOut } from '../lib/use-sign-out.ts'
import { whenQuiet } from '../lib/when-quiet.ts'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Drawing } from '../ui/drawing.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Note } from '../ui/note.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { SectionIds } from './section-ids.ts'
import { initialSection } from './section-registry.ts'
import { requestIn } from './section-request.ts'
import { keepSidebarOpen, readSidebarOpen } from './sidebar-state.ts'
import { useAdminTheme } from './theme.ts'
import { useAdminKeys } from './use-admin-keys.ts'
import { useOpenSections } from './use-open-sections.ts'

const mark = logo()

/** The back office: side menu, header, and the section that the address's mark names (reading B1). */
export default function AdminShell() {
  const school = useSchool()
  const location = useLocation()
  const { hash } = location
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(readSidebarOpen)
  const [overlay, setOverlay] = useState<'palette' | 'keys' | null>(null)
  // Their code comes when one of them is first opened; then they stay, so that they can fade.
  const wasOpened = useRef(false)
  if (overlay !== null) wasOpened.current = true
  const drawer = useRef<HTMLDialogElement>(null)
  // What stands after the mark's `?` is the section's own: `#classes?sort=title`.
  const id = hash.slice(1).split('?')[0] || initialSection
  const openSections = useOpenSections()
  const section = openSections.find((one) => one.id === id)
  const ids = useMemo(() => new Set(openSections.map((one) => one.id)), [openSections])

  const toggle = () => {
    keepSidebarOpen(!isOpen)
    setOpen(!isOpen)
  }
  const toggleMenu = () => {
    // Under 768 px the menu is a drawer.
    if (matchMedia('(min-width: 48rem)').matches) toggle()
    else if (drawer.current?.open) drawer.current.close()
    else drawer.current?.showModal()
  }
  useAdminTheme()
  useAdminKeys({
    onPalette: () => setOverlay(overlay === 'palette' ? null : 'palette'),
    onMenu: toggleMenu,
    onHelp: () => setOverlay('keys'),
  })
  // What all lists are made of; a section's own code comes when it is opened.
  useEffect(() => whenQuiet(() => void import('./list/list-rows.tsx').catch(() => undefined)), [])
  const choose = () => drawer.current?.close()
  const Page = section?.page

  return (
    <div className="flex min-h-dvh bg-sunk">
      <a
        href="#content"
        className="skip-link"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        Skip to content
      </a>
      <aside
        data-state={isOpen ? 'expanded' : 'collapsed'}
        className={cx(
          'sticky top-0 h-dvh shrink-0 overflow-x-hidden overflow-y-auto border-r border-line bg-paper transition-[width] max-md:hidden print:hidden',
          isOpen ? 'w-64' : 'w-12',
        )}
      >
        <SideMenu current={id} isOpen={isOpen} onChoose={choose} />
      </aside>
      <dialog
        ref={drawer}
        aria-label="Menu"
        className="admin-drawer"
        onClick={(event) => {
          if (event.target === event.currentTarget) event.currentTarget.close()
        }}
      >
        <IconButton
          label="Close menu"
          className="absolute top-2 right-2"
          onClick={() => drawer.current?.close()}
        >
          <X aria-hidden="true" className="size-5" />
        </IconButton>
        <SideMenu current={id} isOpen onChoose={choose} />
      </dialog>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 flex min-h-16 items-center gap-3 border-b border-line bg-paper px-3 py-2 md:px-6 print:static">
          <IconButton label="Open menu" className="md:hidden" onClick={() => drawer.current?.showModal()}>
            <Menu aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton
            label="Toggle Sidebar"
            title="Toggle Sidebar (Ctrl+B)"
            aria-expanded={isOpen}
            className="max-md:hidden"
            onClick={toggle}
          >
            <PanelLeft aria-hidden="true" className="size-5" />
          </IconButton>
          <div className="min-w-0 flex-1">
            <h1 className="line-clamp-2 text-lg max-sm:text-base max-sm:leading-tight">
              {section?.title ?? 'Back office'}
            </h1>
            <p className="truncate text-sm text-ink-soft max-sm:hidden">{section?.description}</p>
          </div>
          <Button
            variant="quiet"
            size="sm"
            aria-keyshortcuts="Control+K Meta+K"
            className="max-sm:!px-2.5"
            onClick={() => setOverlay('palette')}
          >
            <Icon of={Search} />
            <span className="max-sm:sr-only">Search</span>
            <kbd aria-hidden="true" className="font-text text-sm font-normal text-ink-soft max-md:hidden">
              Ctrl K
            </kbd>
          </Button>
          <ButtonLink to="/" variant="outline" size="sm">
            Back to Site
          </ButtonLink>
        </header>
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 p-4 outline-none md:p-6">
          {school?.simulatedPayments && (
            <Note tone="warning" className="mb-5 !py-2 text-sm print:hidden">
              <strong>Payments are simulated.</strong>{' '}
              <span className="text-ink">
                This school runs as a demonstration: no money moves. Set PAYMENT_PROVIDER to take real
                payments.
              </span>
            </Note>
          )}
          <DiskNote key={id} />
          {Page ? (
            <Suspense
              fallback={
                <div className="grid place-items-center py-24" role="status" aria-label="Loading">
                  <Spinner />
                </div>
              }
            >
              <SectionIds value={ids}>
                <Page key={requestIn(location) ? location.key : hash} />
              </SectionIds>
            </Suspense>
          ) : (
            <EmptyState
              title="Select a section from the sidebar"
              action={
                <ButtonLink to="/admin" variant="outline" onClick={() => void navigate('/admin')}>
                  Go to the dashboard
                </ButtonLink>
              }
            />
          )}
        </main>
      </div>
      {wasOpened.current && (
        <Suspense>
          <Palette
            open={overlay === 'palette'}
            onClose={() => setOverlay(null)}
            onShowKeys={() => setOverlay('keys')}
          />
          <KeysDialog open={overlay === 'keys'} onClose={() => setOverlay(null)} />
        </Suspense>
      )}
    </div>
  )
}

/**
 * What is wrong with the server's disk. Asked with each section and each return to the window, not by a clock: that
 * would keep a session alive which nobody uses.
 */
function DiskNote() {
  const { data } = useQuery({ ...query('GET /api/admin/disk'), refetchOnWindowFocus: true })
  const problem = data?.data.problem
  if (!problem) return null
  return (
    <Note tone="error" role="alert" className="mb-5 !py-2 text-sm print:hidden">
      <strong>The disk needs care.</strong> <span className="text-ink">{problem}</span>
    </Note>
  )
}

const Palette = lazyDialog(() => import('./palette/palette.tsx'))
const KeysDialog = lazyDialog(() => import('./palette/keys-dialog.tsx'))

function SideMenu({ current, isOpen, onChoose }: { current: string; isOpen: boolean; onChoose: () => void }) {
  const school = useSchool()
  const name = useUserName()
  const signOut = useSignOut()
  const sections = useOpenSections().filter(({ isHidden }) => !isHidden)
  const place = useRef<HTMLElement>(null)
  // Opened by a link or the palette, the section may stand below the menu's edge.
  useEffect(() => {
    place.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <nav ref={place} aria-label="Sections" className="flex min-h-full flex-col gap-1 p-1">
      <Link to="/" className="flex min-h-14 items-center gap-3 px-1 no-underline" aria-label={school?.name}>
        <Drawing svg={mark} className="size-8 shrink-0 text-rose [&>svg]:size-full" />
        {isOpen && <span className="truncate font-display text-lg">{school?.name}</span>}
      </Link>
      <ul className="flex flex-col gap-0.5">
        {sections.map(({ id, title, icon: SectionIcon, page }) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              onClick={onChoose}
              // Its code is on its way before the press.
              onPointerEnter={page?.preload}
              onFocus={page?.preload}
              aria-current={id === current ? 'page' : undefined}
              title={isOpen ? undefined : title}
              className={cx(
                // A mouse needs no finger's height, and then all sections stand in one window.
                'flex min-h-11 scroll-my-2 items-center gap-3 rounded-sm px-2.5 no-underline transition-colors hover:bg-leaf-tint hover:text-leaf-ink pointer-fine:min-h-9',
                id === current && 'bg-leaf-tint font-bold text-leaf-ink',
              )}
            >
              <SectionIcon aria-hidden="true" strokeWidth={1.75} className="size-5 shrink-0" />
              <span className={isOpen ? 'truncate' : 'sr-only'}>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
      {isOpen && (
        <div className="mt-auto border-t border-line px-2.5 pt-3 pb-2 text-sm">
          <Link to="/profile" className="link flex min-h-11 items-center">
            <span className="truncate">{name || 'Your profile'}</span>
          </Link>
          <button type="button" className="link min-h-11" onClick={() => signOut.mutate()}>
            Sign Out
          </button>
        </div>
      )}
    </nav>
  )
}
