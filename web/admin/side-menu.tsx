import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useSchool } from '../lib/school.ts'
import { useUserName } from '../lib/use-session.ts'
import { useSignOut } from '../lib/use-sign-out.ts'
import { cx } from '../ui/class-names.ts'
import { SchoolMark } from '../ui/school-mark.tsx'
import { useMenuSections } from './section-registry.ts'

export function SideMenu({
  current,
  isOpen,
  onChoose,
}: {
  current: string
  isOpen: boolean
  onChoose: () => void
}) {
  const school = useSchool()
  const name = useUserName()
  const signOut = useSignOut()
  const sections = useMenuSections()
  const place = useRef<HTMLElement>(null)
  // A link or the command palette may open a section that is scrolled out of sight in the menu.
  useEffect(() => {
    place.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <nav ref={place} aria-label="Sections" className="flex min-h-full flex-col gap-1 p-1">
      <Link to="/" className="flex min-h-14 items-center gap-3 px-1 no-underline" aria-label={school?.name}>
        <SchoolMark logo={school?.pictures.logo} isSmall />
        {isOpen && <span className="truncate font-display text-lg">{school?.name}</span>}
      </Link>
      <ul className="flex flex-col gap-0.5">
        {sections.map(({ id, title, icon: SectionIcon, page }) => (
          <li key={id}>
            <Link
              to={`#${id}`}
              onClick={onChoose}
              onPointerEnter={page?.preload}
              onFocus={page?.preload}
              aria-current={id === current ? 'page' : undefined}
              title={isOpen ? undefined : title}
              className={cx(
                // Rows are lower on devices with a mouse, so that all sections fit into the window.
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
