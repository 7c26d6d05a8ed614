import { History } from 'lucide-react'
import { grouped } from '../../../contract/words.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyDialog, useDialog } from '../../ui/lazy-dialog.tsx'
import { PersonDataButton } from '../person-data.tsx'

const ImportsDialog = lazyDialog(() => import('../import/imports-dialog.tsx'))

/** Above a list of people: how many there are, what came from files, and what is kept of somebody. */
export function PeopleHead({
  counts,
  onTakenBack,
}: {
  /** Undefined while it is not known. */
  counts: Readonly<Record<string, number | undefined>>
  onTakenBack: () => void
}) {
  const { show, dialog } = useDialog()
  return (
    <>
      <div className="mb-6 flex flex-wrap justify-end gap-3">
        <Button
          variant="outline"
          icon={History}
          onClick={() => show((props) => <ImportsDialog {...props} onTakenBack={onTakenBack} />)}
        >
          Imports
        </Button>
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
      {dialog}
    </>
  )
}
