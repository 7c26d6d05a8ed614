import { useId } from 'react'
import { cx } from './class-names.ts'

/** A border kolam: two strands that wind around a row of dots, as wide as its place. Ornament only. */
export function KolamDivider({ className }: { className?: string }) {
  const id = useId()
  return (
    <svg aria-hidden="true" className={cx('fade-ends h-8 w-full text-line-strong', className)}>
      <defs>
        <pattern id={id} x="24" width="48" height="32" patternUnits="userSpaceOnUse">
          <path
            d="M0 16C8-1 16-1 24 16S40 33 48 16M0 16C8 33 16 33 24 16S40-1 48 16"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.25"
          />
          <path d="M12 16h.01M36 16h.01" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
          <path
            d="M0 5h.01M24 5h.01M48 5h.01M0 27h.01M24 27h.01M48 27h.01"
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinecap="round"
          />
        </pattern>
      </defs>
      {/* From the middle outwards, so that both ends are alike. */}
      <svg x="50%" overflow="visible">
        <rect x="-1200" width="2400" height="32" fill={`url(#${id})`} />
      </svg>
    </svg>
  )
}
