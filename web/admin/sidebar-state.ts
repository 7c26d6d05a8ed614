import { useEffect, useState } from 'react'

const keptSeconds = 7 * 24 * 60 * 60

// The state is in `document.cookie`, because some browsers do not have the Cookie Store API.
function cookie(name: string) {
  const beginning = `${name}=`
  return {
    read: (): string =>
      document.cookie
        .split('; ')
        .find((one) => one.startsWith(beginning))
        ?.slice(beginning.length) ?? '',
    keep(value: string): void {
      document.cookie = `${beginning}${value}; path=/; max-age=${keptSeconds}; samesite=lax`
    },
  }
}

const width = cookie('sidebar_state')
const closedGroups = cookie('sidebar_closed')

/** A tablet begins with the narrow sidebar, because the wide one takes a third of the window. */
const isNarrow = () => matchMedia('(max-width: 63.99rem)').matches

/** The width of the sidebar, and the groups of its menu that the user has closed. Both are kept for 7 days. */
export function useSidebar() {
  const [isOpen, setOpen] = useState(() => (width.read() || String(!isNarrow())) !== 'false')
  const [closed, setClosed] = useState(() => closedGroups.read().split('.').filter(Boolean))
  // A visit keeps the closed groups for another 7 days, so that they stay closed.
  useEffect(() => {
    if (closed.length > 0) closedGroups.keep(closed.join('.'))
  }, [closed])
  return {
    isOpen,
    toggle: () => {
      width.keep(String(!isOpen))
      setOpen(!isOpen)
    },
    closed,
    toggleGroup: (title: string) => {
      const next = closed.includes(title) ? closed.filter((one) => one !== title) : [...closed, title]
      closedGroups.keep(next.join('.'))
      setClosed(next)
    },
  }
}

export type Sidebar = ReturnType<typeof useSidebar>
