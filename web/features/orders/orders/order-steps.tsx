import type { StoreOrder } from '../../../../contract/orders/store-orders.ts'
import { momentText } from '../../../../contract/words.ts'
import { cx } from '../../../ui/class-names.ts'

export function OrderSteps({
  steps,
  attempts,
  way,
  status,
  total,
}: Pick<StoreOrder, 'steps' | 'attempts' | 'way' | 'status' | 'total'>) {
  const isCancelled = status === 'cancelled'
  const shown = isCancelled ? steps.filter(({ at }) => at !== null) : steps
  const next = isCancelled ? -1 : shown.findIndex(({ at }) => at === null)
  const attemptsAfter = (index: number) =>
    attempts
      .filter((attempt) => shown.findLastIndex(({ at }) => at !== null && at <= attempt.at) === index)
      .reverse()
  return (
    <ol className="flex flex-col md:flex-row">
      {shown.map(({ step, at }, index) => (
        <li
          key={step}
          aria-current={index === next - 1 ? 'step' : undefined}
          className="relative flex gap-4 pb-6 last:pb-0 md:flex-1 md:flex-col md:gap-2 md:pb-0 md:pr-3"
        >
          {index < shown.length - 1 && (
            <span
              aria-hidden="true"
              className={cx(
                'absolute top-6 bottom-0 left-[0.6875rem] border-l-2 md:top-3 md:right-0 md:bottom-auto md:left-6 md:border-t-2 md:border-l-0',
                shown[index + 1]?.at ? 'border-leaf' : 'border-dashed border-line-strong',
              )}
            />
          )}
          <StepMark isReached={at !== null} />
          <div className="min-w-0">
            <p className={cx('font-bold', at === null && 'font-normal text-ink-soft')}>
              {step === 'Paid' && total === 0 ? 'Confirmed' : wordOf(step, way)}
              {at === null && <span className="sr-only"> (still to come)</span>}
            </p>
            {at !== null && <p className="text-sm text-ink-soft">{momentText(at)}</p>}
            <Attempts attempts={attemptsAfter(index)} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function Attempts({ attempts }: Pick<StoreOrder, 'attempts'>) {
  if (attempts.length === 0) return null
  return (
    <ul
      aria-label="Attempts"
      className="mt-2 flex flex-col gap-1 rounded-sm bg-marigold-tint px-3 py-2 text-sm"
    >
      {attempts.map(({ what, at }) => (
        <li key={at}>
          <strong>{what}</strong> <span className="text-ink-soft">{momentText(at)}</span>
        </li>
      ))}
    </ul>
  )
}

function wordOf(step: StoreOrder['steps'][number]['step'], way: StoreOrder['way']): string {
  if (way !== 'pickup') return step
  return { 'On its way': 'Ready at the studio', Delivered: 'Picked up' }[step as string] ?? step
}

function StepMark({ isReached }: { isReached: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="-12 -12 24 24" className="relative mt-0.5 size-6 shrink-0">
      <circle
        r="10.5"
        className={isReached ? 'fill-leaf stroke-leaf' : 'fill-paper stroke-line-strong'}
        strokeWidth="1.5"
      />
      {isReached && (
        <path
          d="m-5 0 3.5 3.5L5-3.5"
          fill="none"
          className="stroke-on-leaf"
          strokeWidth="2"
          strokeLinecap="round"
        />
      )}
    </svg>
  )
}
