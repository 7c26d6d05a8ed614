import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import type { AttentionCounts } from '../../contract/system/dashboard.ts'
import { useSchool } from '../lib/school.ts'
import { useUserName } from '../lib/use-session.ts'
import { useSignOut } from '../lib/use-sign-out.ts'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { SchoolMark } from '../ui/school-mark.tsx'
import { countText, type Waiting, waitingIn } from './attention.ts'
import { useMenuGroups } from './section-registry.ts'
import type { Sidebar } from './sidebar-state.ts'

interface SideMenuProps extends Pick<Sidebar, 'isOpen' | 'closed' | 'toggleGroup'> {
  /** The id of the section that is shown. */
  current: string
  counts: AttentionCounts | undefined
  onChoose: () => void
}

export function SideMenu(props: SideMenuProps) {
  const { current, isOpen } = props
  const school = useSchool()
  const name = useUserName()
  const signOut = useSignOut()
  const groups = useMenuGroups()
  const place = useRef<HTMLElement>(null)
  const wasShown = useRef(false)
  // A link or the command palette may open a section that is scrolled out of sight in the menu. Only the first section
  // is moved to the middle, because later the row must stay under the pointer that pressed it.
  useEffect(() => {
    const chosenRow = place.current?.querySelector('[aria-current]')
    chosenRow?.scrollIntoView({ block: wasShown.current ? 'nearest' : 'center' })
    wasShown.current ||= chosenRow != null
  }, [current])
  const foot = groups.filter(({ isAtFoot }) => isAtFoot)
  return (
    <nav
      ref={place}
      aria-label="Sections"
      className="flex min-h-full flex-col p-1 md:h-full md:overflow-y-auto"
    >
      <Link
        to="/"
        className="flex min-h-14 shrink-0 items-center gap-3 px-1 no-underline"
        aria-label={school?.name}
      >
        <SchoolMark logo={school?.pictures.logo} isSmall />
        {isOpen && <span className="truncate font-display text-lg">{school?.name}</span>}
      </Link>
      {/* The foot stays in sight beside a computer's wide window. A phone is too low for that. */}
      <div className="-mx-1 flex-1 px-1 [scrollbar-width:thin] md:min-h-48 md:overflow-x-hidden md:overflow-y-auto md:mask-b-from-[calc(100%-1rem)] md:pb-4">
        {groups.map((group) => !group.isAtFoot && <MenuGroup key={group.title} {...group} {...props} />)}
      </div>
      <div className="shrink-0 border-t border-line pt-1">
        <div className={isOpen ? 'grid grid-cols-[5fr_4fr]' : undefined}>
          {foot.map((group) => (
            <MenuGroup key={group.title} {...group} {...props} />
          ))}
        </div>
        {isOpen && (
          <div className="flex items-center justify-between gap-3 px-2.5 text-sm">
            <Link to="/profile" className="link flex min-h-11 min-w-0 items-center pointer-fine:min-h-8">
              <span className="truncate">{name || 'Your profile'}</span>
            </Link>
            <button
              type="button"
              className="link min-h-11 shrink-0 pointer-fine:min-h-8"
              onClick={() => signOut.mutate()}
            >
              Sign Out
            </button>
          </div>
        )}
      </div>
    </nav>
  )
}

// Rows are lower on devices with a mouse, so that more sections fit into the window.
const anyRow =
  'flex min-h-11 w-full scroll-my-12 items-center rounded-sm pl-2.5 no-underline transition-colors hover:bg-leaf-tint hover:text-leaf-ink'
const row = cx(anyRow, 'gap-3 pr-2.5 pointer-fine:min-h-7.5')
const smallRow = cx(anyRow, 'text-sm leading-tight pointer-fine:min-h-6')
const chosen = 'bg-leaf-tint font-bold text-leaf-ink'

type MenuGroupProps = SideMenuProps & ReturnType<typeof useMenuGroups>[number]

/** The narrow sidebar has no room for a group's heading, so it shows the sections of closed groups too. */
function MenuGroup({ title, sections, isAtFoot, closed, toggleGroup, ...link }: MenuGroupProps) {
  const { current, isOpen: isWide, counts } = link
  const id = useId()
  const isClosed = isWide && closed.includes(title)
  const waiting = waitingIn(
    isClosed ? counts : undefined,
    sections.map((one) => one.id),
  )
  const isCurrent = isClosed && sections.some((one) => one.id === current)
  return (
    <div className={isWide ? 'pb-1' : 'border-line not-first:mt-1 not-first:border-t not-first:pt-1'}>
      {isWide && (
        <button
          type="button"
          id={id}
          aria-expanded={!isClosed}
          aria-controls={`${id}-list`}
          aria-current={isCurrent || undefined}
          aria-describedby={waiting.count > 0 ? `${id}-waiting` : undefined}
          className={cx(smallRow, 'gap-2 pr-2.5 text-left font-bold', isCurrent ? chosen : 'text-ink-soft')}
          onClick={() => toggleGroup(title)}
        >
          <span className="min-w-0">{title}</span>
          <ChevronDown
            aria-hidden="true"
            className={cx('size-4 shrink-0 transition-transform', isClosed && '-rotate-90')}
          />
          <Count of={waiting} />
        </button>
      )}
      <span id={`${id}-waiting`} hidden>
        {waiting.words.join(', ')}
      </span>
      <ul id={`${id}-list`} aria-label={title} hidden={isClosed}>
        {sections.map((section) => (
          <MenuLink key={section.id} section={section} hasIcon={!isAtFoot || !isWide} {...link} />
        ))}
      </ul>
    </div>
  )
}

/** Says in plain words what is behind a title that is fixed, or that could mean two things. */
const plainWords: Readonly<Record<string, string>> = {
  'category-visitor-list': 'Enquiries from the site',
  outbox: 'E-mails and WhatsApp',
}

/** Says in a word or two, beside the title, what a reader might look for under another one. */
const asides: Readonly<Record<string, string>> = {
  rosters: 'who comes',
  feedback: 'reviews',
  florist: 'market list',
  recipes: 'flowers in each',
  'office-timing': 'and holidays',
  impact: 'About page',
  'event-pricing': 'the hall',
  accounts: 'staff',
}

function MenuLink({
  section: { id, title, icon: SectionIcon, page },
  hasIcon,
  current,
  isOpen: isWide,
  counts,
  onChoose,
}: Pick<SideMenuProps, 'current' | 'isOpen' | 'counts' | 'onChoose'> & {
  section: MenuGroupProps['sections'][number]
  hasIcon: boolean
}) {
  const waitingId = useId()
  const waiting = waitingIn(counts, [id])
  return (
    <li className="relative">
      <Link
        to={`#${id}`}
        onClick={onChoose}
        onPointerEnter={page.preload}
        onFocus={page.preload}
        aria-current={id === current ? 'page' : undefined}
        aria-describedby={waiting.count > 0 ? waitingId : undefined}
        title={isWide ? undefined : [title, ...waiting.words].join(', ')}
        className={cx(hasIcon ? row : smallRow, id === current && chosen)}
      >
        {hasIcon && <Icon of={SectionIcon} />}
        <span className={isWide ? 'min-w-0 leading-snug' : 'sr-only'}>
          {title}
          {isWide && asides[id] && (
            <span aria-hidden="true" className="text-sm font-normal text-ink-soft">
              {' '}
              {asides[id]}
            </span>
          )}
          {isWide && plainWords[id] && (
            <span aria-hidden="true" className="block text-sm leading-tight font-normal text-ink-soft">
              {plainWords[id]}
            </span>
          )}
        </span>
        {isWide ? (
          <Count of={waiting} />
        ) : (
          waiting.count > 0 && (
            <span
              aria-hidden="true"
              className="absolute top-1 right-1.5 size-2.5 rounded-full border border-paper bg-marigold-deep"
            />
          )
        )}
      </Link>
      <span id={waitingId} hidden>
        {waiting.words.join(', ')}
      </span>
    </li>
  )
}

/** The number is hidden from screen readers, which read its words instead. */
function Count({ of: { count } }: { of: Waiting }) {
  if (count === 0) return null
  return (
    <span
      aria-hidden="true"
      className="ml-auto min-w-6 shrink-0 rounded-full bg-marigold px-1.5 text-center text-sm font-bold text-on-marigold"
    >
      {countText(count)}
    </span>
  )
}
