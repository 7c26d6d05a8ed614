import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { ArrivingNote } from './form-dialog.tsx'
import { HeadCells } from './head-cells.tsx'

export interface FieldDifference {
  label: string
  before: string
  theirs: string
  mine: string
}

/** Returns the fields that `theirs` changed since `base`, in the order of the labels. */
export function differences<T extends object>(
  labels: Readonly<Record<string, string>>,
  base: T,
  theirs: T,
  mine: T,
): FieldDifference[] {
  return Object.entries(labels)
    .map(([name, label]) => {
      const said = (values: T) => textOf((values as Record<string, unknown>)[name])
      return { label, before: said(base), theirs: said(theirs), mine: said(mine) }
    })
    .filter((field) => field.before !== field.theirs)
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join('\n') : String(value ?? '')
}

/** The number of characters from which a text gets a box that scrolls. */
const longFrom = 400

function Words({ of }: { of: string }) {
  const isLong = of.length > longFrom
  return (
    <div
      // A keyboard can scroll only a box that takes the focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isLong ? 0 : undefined}
      className={cx('whitespace-pre-line', isLong && 'max-h-60 overflow-y-auto')}
    >
      {of || '(empty)'}
    </div>
  )
}

export function StaleEdit({
  title,
  fields,
  onTakeTheirs,
  onKeepMine,
}: {
  title: string
  fields: readonly FieldDifference[]
  onTakeTheirs: () => void
  onKeepMine: () => void
}) {
  return (
    <ArrivingNote tone="warning" title={title}>
      {fields.length > 0 && (
        <table className="mt-2 w-full table-fixed text-sm">
          <thead>
            <tr className="text-left">
              <HeadCells
                className="py-1 pr-3 last:pr-0"
                columns={[['Field', 'w-1/4'], ['Theirs'], ['Yours']]}
              />
            </tr>
          </thead>
          <tbody className="divide-y divide-line-strong border-t border-line-strong">
            {fields.map(({ label, before, theirs, mine }) => (
              <tr key={label} className="align-top">
                <th scope="row" className="py-1.5 pr-3 text-left">
                  {label}
                </th>
                <td className="py-1.5 pr-3">
                  <Words of={theirs} />
                </td>
                <td className="py-1.5">
                  <Words of={mine} />
                  {mine === before && <span className="text-ink-soft">not changed</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-2">Use their version and lose your changes, or keep yours and save over theirs.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="sm" variant="outline" onClick={onTakeTheirs}>
          Use theirs
        </Button>
        <Button size="sm" variant="outline" onClick={onKeepMine}>
          Keep mine
        </Button>
      </div>
    </ArrivingNote>
  )
}
