import { cx } from './class-names.ts'

const star = 'm10 1.6 2.5 5.3 5.8.8-4.2 4.1 1 5.8-5.1-2.8-5.1 2.8 1-5.8L1.7 7.7l5.8-.8z'
const row = [0, 1, 2, 3, 4]

/** Rating display (P§5): stars clamped to 1-5; bands at 5, 4 and 3 and up. */
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

/** One to five stars, tenths drawn; read as "4.5 out of 5". */
export function Rating({ value, className }: { value: number; className?: string }) {
  const { stars, band } = ratingBand(value)
  return (
    <span
      role="img"
      aria-label={`${Number(stars.toFixed(1))} out of 5`}
      className={cx('inline-flex', colours[band], className)}
    >
      <svg aria-hidden="true" viewBox="0 0 110 20" className="h-4 w-22">
        {row.map((n) => (
          <g key={n} transform={`translate(${n * 22})`}>
            <path d={star} fill="none" stroke="currentColor" strokeWidth="1.2" strokeLinejoin="round" />
            {stars > n && (
              <path
                d={star}
                fill="currentColor"
                style={stars < n + 1 ? { clipPath: `inset(0 ${(n + 1 - stars) * 100}% 0 0)` } : undefined}
              />
            )}
          </g>
        ))}
      </svg>
    </span>
  )
}
