import * as text from './ui.en.ts'

/**
 * All five stars are one path. A long list has many ratings, and five paths for each rating would be too many elements.
 */
const starWidth = 16.6
const starStep = 22
const star = ' 2.5 5.3 5.8.8-4.2 4.1 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.2-4.1 5.8-.8z'
const row = `m10 1.6${star}${`m${starStep} 0${star}`.repeat(4)}`
const rowWidth = 4 * starStep + starWidth

/** Returns the percentage of the row's width to the right of this many stars. */
const unfilled = (stars: number): number => {
  const whole = Math.floor(stars)
  return 100 - ((whole * starStep + (stars - whole) * starWidth) / rowWidth) * 100
}

export const ratingBand = (value: number): { stars: number; band: 'top' | 'good' | 'fair' | 'poor' } => {
  const stars = Math.min(5, Math.max(1, Number.isFinite(value) ? value : 1))
  return { stars, band: stars >= 5 ? 'top' : stars >= 4 ? 'good' : stars >= 3 ? 'fair' : 'poor' }
}

const colours = {
  top: 'text-leaf-ink',
  good: 'text-marigold-deep',
  fair: 'text-ink-soft',
  poor: 'text-rose-ink',
}

export function Rating({ value }: { value: number }) {
  const { stars, band } = ratingBand(value)
  return (
    <svg
      role="img"
      aria-label={text.outOfFive({ stars: Number(stars.toFixed(1)) })}
      viewBox="0 0 110 20"
      className={`h-4 w-22 shrink-0 ${colours[band]}`}
    >
      <path d={row} fill="none" stroke="currentColor" strokeWidth="1.2" strokeLinejoin="round" />
      <path
        d={row}
        fill="currentColor"
        style={stars < 5 ? { clipPath: `inset(0 ${unfilled(stars).toFixed(1)}% 0 0)` } : undefined}
      />
    </svg>
  )
}
