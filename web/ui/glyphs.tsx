import { cx } from './class-names.ts'

const line = {
  'aria-hidden': true,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

export function Chevron({ back = false }: { back?: boolean }) {
  return (
    <svg {...line} className={cx('size-6', back && 'rotate-180')}>
      <path d="m9 5 7 7-7 7" />
    </svg>
  )
}

export function Burger() {
  return (
    <svg {...line} className="size-6">
      <path d="M4 7h16M4 12h16M4 17h10" />
    </svg>
  )
}

export function Basket() {
  return (
    <svg {...line} className="size-6">
      <path d="M3.5 10h17l-1.7 9H5.2ZM7.5 10a4.5 5.5 0 0 1 9 0M9.5 13.5V16m5-2.5V16" />
    </svg>
  )
}

export function Heart() {
  return (
    <svg {...line} className="size-6">
      <path d="M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.3a4.3 4.3 0 0 1 7.5 2.7c0 5.4-7.5 10-7.5 10Z" />
    </svg>
  )
}

export function Shop() {
  return (
    <svg {...line} className="size-6">
      <path d="M4.5 12v7.5h15V12M4.5 4.5h15l1.5 5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0Z" />
    </svg>
  )
}

export function Ticket() {
  return (
    <svg {...line} className="size-6 shrink-0">
      <path d="M3.5 7.5h17v3a2 2 0 0 0 0 3.5v3h-17v-3a2 2 0 0 0 0-3.5ZM14.5 8v1.5m0 2v1.5m0 2v1.5" />
    </svg>
  )
}

/** The button around this icon needs a name (`aria-label`). */
export function CloseIcon() {
  return (
    <svg {...line} viewBox="0 0 20 20" className="size-5">
      <path d="m5 5 10 10M15 5 5 15" />
    </svg>
  )
}

export function PauseOrPlay({ isPaused }: { isPaused: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5" fill="currentColor">
      <path d={isPaused ? 'M8 5v14l11-7z' : 'M7 5h3.5v14H7zm6.5 0H17v14h-3.5z'} />
    </svg>
  )
}
