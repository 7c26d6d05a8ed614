import { grouped } from '../../../contract/words.ts'
import { Card } from '../../ui/card.tsx'
import { PersonDataButton } from '../person-data.tsx'

export function PeopleHead({
  counts,
}: {
  /** Undefined means that it is not known yet. */
  counts: Readonly<Record<string, number | undefined>>
}) {
  return (
    <>
      <div className="mb-6 flex flex-wrap justify-end gap-3">
        <PersonDataButton />
      </div>
      <dl className="mb-6 grid grid-cols-3 gap-2 sm:gap-3">
        {Object.entries(counts).map(([name, count]) => (
          <Card key={name} className="flex flex-col-reverse justify-end p-3 sm:p-4">
            <dt className="text-sm text-ink-soft sm:text-base">{name}</dt>
            <dd className="font-display text-2xl">{count === undefined ? '–' : grouped(count)}</dd>
          </Card>
        ))}
      </dl>
    </>
  )
}
