import type { AdminClass } from '../../contract/catalogue/courses.ts'

export function SeatMeter({ item }: { item: Pick<AdminClass, 'capacity' | 'enrolled'> }) {
  const { capacity, enrolled } = item
  return (
    <div>
      <p className="text-sm">
        {capacity === null
          ? `${enrolled} enrolled, unlimited seats`
          : `${enrolled} of ${capacity} seats taken`}
        {capacity !== null && enrolled >= capacity && <strong className="text-rose-ink"> · Full</strong>}
      </p>
      {capacity !== null && (
        <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-line">
          <div
            className="h-full rounded-full bg-leaf"
            style={{ width: `${Math.min(100, (enrolled / capacity) * 100)}%` }}
          />
        </div>
      )}
    </div>
  )
}
