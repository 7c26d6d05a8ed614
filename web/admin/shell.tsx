import { useQuery } from '@tanstack/react-query'
import { Menu, PanelLeft, Search, X } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { type RoleGroup, rights } from '../../contract/rights.ts'
import { query } from '../lib/query.ts'
import { useSchool } from '../lib/school.ts'
import { whenQuiet } from '../lib/when-quiet.ts'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Note } from '../ui/note.tsx'
import { Awaited } from '../ui/spinner.tsx'
import { useAttentionCounts } from './attention.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'
import { SectionLink } from './section-link.tsx'
import { sections, useOpenSections } from './section-registry.ts'
import { requestIn } from './section-request.ts'
import { SideMenu } from './side-menu.tsx'
import { useSidebar } from './sidebar-state.ts'
import { useAdminTheme } from './theme.ts'
import { useRight } from './use-right.ts'
import '../ui/more.css'

const onlyFor: Record<RoleGroup, string> = {
  staff: 'Only staff can open it.',
  owners: 'Only an owner can open it.',
  managers: 'Only an owner or a manager can open it.',
  instructors: 'Only an owner, a manager or an instructor can open it.',
  'front-desk': 'Only an owner, a manager or the front desk can open it.',
  florists: 'Only an owner, a manager or a florist can open it.',
  'front-desk-and-florists': 'Only an owner, a manager, the front desk or a florist can open it.',
}

export default function AdminShell() {
  const location = useLocation()
  const { hash } = location
  const { isOpen, toggle, closed, toggleGroup } = useSidebar()
  const [overlay, setOverlay] = useState<'palette' | 'keys' | null>(null)
  // The command palette and the list of keyboard shortcuts load when first opened. Both stay mounted, so that they can
  // fade out when closed.
  const wasOpened = useRef(false)
  if (overlay !== null) wasOpened.current = true
  const drawer = useRef<HTMLDialogElement>(null)
  // The part after `?` belongs to the section: `#classes?sort=title`.
  const open = useOpenSections()
  const id = hash.slice(1).split('?')[0] || (open[0]?.id ?? '')
  const section = open.find((one) => one.id === id)
  const refused = sections.find((one) => one.id === id)

  const closeDrawer = () => drawer.current?.close()
  const menu = { current: id, counts: useAttentionCounts(), closed, toggleGroup, onChoose: closeDrawer }
  const openDrawer = () => drawer.current?.showModal()
  const toggleMenu = () => {
    if (matchMedia('(min-width: 48rem)').matches) toggle()
    else if (drawer.current?.open) closeDrawer()
    else openDrawer()
  }
  useAdminTheme()
  useAdminKeys({
    onPalette: () => setOverlay(overlay === 'palette' ? null : 'palette'),
    onMenu: toggleMenu,
    onHelp: () => setOverlay('keys'),
  })
  useEffect(() => whenQuiet(() => void import('./list/list-rows.tsx').catch(() => undefined)), [])
  const Page = section?.page

  return (
    <div data-back-office="" className="flex min-h-dvh bg-sunk">
      <nav aria-label="Skip" className="print:hidden">
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
      </nav>
      <aside
        aria-label="Sidebar"
        data-state={isOpen ? 'expanded' : 'collapsed'}
        className={cx(
          'sticky top-0 h-dvh shrink-0 overflow-hidden border-r border-line bg-paper transition-[width] max-md:hidden print:hidden',
          isOpen ? 'w-64' : 'w-12',
        )}
      >
        <SideMenu {...menu} isOpen={isOpen} />
      </aside>
      <dialog
        ref={drawer}
        aria-label="Menu"
        className="side-menu right-auto left-0 w-72 [--away:-100%]"
        onClick={(event) => {
          if (event.target === event.currentTarget) event.currentTarget.close()
        }}
      >
        <IconButton label="Close menu" className="absolute top-2 right-2" onClick={closeDrawer}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
        <SideMenu {...menu} isOpen />
      </dialog>
      <div className="flex min-w-0 flex-1 flex-col">
        <SchoolNotes current={id} />
        <Header
          section={section}
          isOpen={isOpen}
          onDrawer={openDrawer}
          onToggle={toggle}
          onSearch={() => setOverlay('palette')}
        />
        <main
          id="content"
          tabIndex={-1}
          className="min-w-0 flex-1 p-4 outline-none max-md:pt-3 md:px-6 md:pt-4 md:pb-6"
        >
          <DiskNote key={id} />
          {Page ? (
            <Suspense fallback={<Awaited label="Loading" />}>
              <Page key={requestIn(location) ? location.key : hash} />
            </Suspense>
          ) : (
            <EmptyState
              title={refused ? `You can’t open ${refused.title}` : 'Select a section from the sidebar'}
              action={
                <ButtonLink to="/admin" variant="outline">
                  {open[0]?.id === 'dashboard' ? 'Go to the dashboard' : 'Go to your first section'}
                </ButtonLink>
              }
            >
              {refused && onlyFor[rights[refused.right]]}
            </EmptyState>
          )}
        </main>
      </div>
      <ConfirmIdentity />
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

function Header({
  section,
  isOpen,
  onDrawer,
  onToggle,
  onSearch,
}: {
  section: { title: string; description: string } | undefined
  isOpen: boolean
  onDrawer: () => void
  onToggle: () => void
  onSearch: () => void
}) {
  return (
    <header className="sticky top-0 z-30 flex min-h-16 flex-wrap items-center gap-x-3 border-b border-line bg-paper px-3 py-2 max-sm:min-h-14 max-sm:gap-x-0 max-sm:px-1 max-sm:py-1 md:px-6 print:static">
      <IconButton label="Open menu" className="md:hidden" onClick={onDrawer}>
        <Menu aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton
        label="Toggle Sidebar"
        title="Toggle Sidebar (Ctrl+B)"
        aria-expanded={isOpen}
        className="max-md:hidden"
        onClick={onToggle}
      >
        <PanelLeft aria-hidden="true" className="size-5" />
      </IconButton>
      {/* Text of twice the usual size pushes the buttons to a line of their own. */}
      <div className="min-w-20 flex-1">
        <h1 className="line-clamp-2 text-lg max-sm:text-base max-sm:leading-tight">
          {section?.title ?? 'Back office'}
        </h1>
        <p className="line-clamp-1 text-sm text-ink-soft max-sm:line-clamp-2 max-sm:text-[0.8125rem] max-sm:leading-tight">
          {section?.description}
        </p>
      </div>
      <Button
        variant="quiet"
        size="sm"
        icon={Search}
        aria-keyshortcuts="Control+K Meta+K"
        className="max-sm:!px-2.5"
        onClick={onSearch}
      >
        <span className="max-sm:sr-only">Search</span>
        <kbd aria-hidden="true" className="font-text text-sm font-normal text-ink-soft max-md:hidden">
          Ctrl K
        </kbd>
      </Button>
      <Link
        to="/"
        className="flex min-h-11 items-center rounded-sm px-2 text-sm text-ink-soft no-underline transition-colors hover:bg-leaf-tint hover:text-leaf-ink max-sm:whitespace-nowrap max-sm:px-1.5 max-sm:text-[0.8125rem] sm:px-4"
      >
        Back to Site
      </Link>
    </header>
  )
}

/** What holds for the whole school, in one line above the title of each section. */
function SchoolNotes({ current }: { current: string }) {
  const school = useSchool()
  const mayEmpty = useRight('payment-settings')
  const isSimulated = school?.simulatedPayments === true
  const isClosed = school?.isOpen === false
  if (!isSimulated && !isClosed) return null
  return (
    <aside aria-label="About this school" className="text-sm print:hidden">
      {isSimulated && (
        <p className={schoolNote('bg-marigold-tint text-marigold-ink')}>
          <strong>Payments are simulated.</strong>{' '}
          {school.isDemonstration ? (
            <span className="text-ink max-sm:sr-only">
              This is a demonstration school, so no money moves.
            </span>
          ) : (
            <span className="text-ink">
              Seats and orders are marked as paid, but no money moves. The person who runs the server can turn
              this off by removing PAYMENT_PROVIDER and ALLOW_SIMULATED_PAYMENTS.
            </span>
          )}
          {school.isDemonstration && mayEmpty && (
            <>
              {' '}
              <SectionLink to="set-up" className="link text-ink">
                Start your own school
              </SectionLink>
            </>
          )}
        </p>
      )}
      {isClosed && (
        <p className={schoolNote('bg-leaf-tint text-leaf-ink')}>
          <strong>Your site is closed.</strong>{' '}
          <span className="text-ink max-sm:sr-only">Visitors see “Opening soon” until you open it.</span>
          {current !== 'set-up' && (
            <>
              {' '}
              <SectionLink to="set-up" action="continue" className="link text-ink">
                Set up your school
              </SectionLink>
            </>
          )}
        </p>
      )}
    </aside>
  )
}

const schoolNote = (tone: string) => `px-4 py-1.5 wrap-break-word md:px-6 ${tone}`

/**
 * Warns when the disk is nearly full. The note asks the server when a section opens and when the window gets the focus
 * again. A timer would keep the session of an absent user alive.
 */
function DiskNote() {
  const { data } = useQuery({ ...query('GET /api/admin/disk'), refetchOnWindowFocus: true })
  const problem = data?.data.problem
  if (!problem) return null
  return (
    <Note tone="error" role="alert" className="mb-5 !py-2 text-sm print:hidden">
      <strong>There’s a problem with the disk.</strong> <span className="text-ink">{problem}</span>
    </Note>
  )
}

const Palette = lazyDialog(() => import('./palette/palette.tsx'))
const KeysDialog = lazyDialog(() => import('./palette/keys-dialog.tsx'))

function useAdminKeys(keys: { onPalette: () => void; onMenu: () => void; onHelp: () => void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const run = findCommand(event, keys)
    if (run === null) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function findCommand(
  event: KeyboardEvent,
  { onPalette, onMenu, onHelp }: Parameters<typeof useAdminKeys>[0],
): (() => void) | null {
  if (event.defaultPrevented || event.altKey) return null
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (event.shiftKey) return null
    return key === 'k' ? onPalette : key === 'b' ? onMenu : null
  }
  const isTaken = (event.target as Element | null)?.closest?.(
    'input, textarea, select, [contenteditable], dialog, [role=dialog], [role=alertdialog], [role=menu]',
  )
  if (isTaken) return null
  if (key === '?') return onHelp
  if (key === 'f') {
    const filter = document.querySelector<HTMLButtonElement>('main button[aria-keyshortcuts=F]')
    return filter && (() => filter.click())
  }
  const search = key === '/' ? document.querySelector<HTMLInputElement>('main input[type=search]') : null
  return search && (() => search.focus())
}
