import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { HeadCells } from './head-cells.tsx'

/** A field that somebody else changed while it was being edited, in the words of the form. */
export interface FieldDifference {
  label: string
  /** As it was when the form was opened. */
  before: string
  theirs: string
  mine: string
}

type Values = Record<string, unknown>

/** Where `theirs` differs from `base`, with what was typed meanwhile; labels give the order. */
export function differences<T extends object>(
  labels: Readonly<Record<string, string>>,
  base: T,
  theirs: T,
  mine: T,
): FieldDifference[] {
  return Object.entries(labels)
    .filter(([name]) => textOf((base as Values)[name]) !== textOf((theirs as Values)[name]))
    .map(([name, label]) => ({
      label,
      before: textOf((base as Values)[name]),
      theirs: textOf((theirs as Values)[name]),
      mine: textOf((mine as Values)[name]),
    }))
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join('\n') : String(value ?? '')
}

/** "Someone changed this": what is theirs beside what is mine, and whose it shall be. Stands in the open form. */
export function StaleEdit({
  what,
  fields,
  onTakeTheirs,
  onKeepMine,
}: {
  /** 'class', 'instructor', … */
  what: string
  fields: readonly FieldDifference[]
  /** The form becomes theirs; what was typed is lost. */
  onTakeTheirs: () => void
  /** What was typed stays, the rest becomes theirs. */
  onKeepMine: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className="scroll-mt-24">
      <Note tone="warning" role="alert" title={`Someone changed this ${what} meanwhile.`}>
        {fields.length > 0 && (
          <table className="mt-2 w-full table-fixed text-sm">
            <thead>
              <tr className="text-left">
                <HeadCells
                  className="py-1 pr-3 last:pr-0"
                  columns={[['Field', 'w-1/4'], ['Theirs now'], ['Yours']]}
                />
              </tr>
            </thead>
            <tbody className="divide-y divide-line-strong border-t border-line-strong">
              {fields.map(({ label, before, theirs, mine }) => (
                <tr key={label} className="align-top [overflow-wrap:anywhere]">
                  <th scope="row" className="py-1.5 pr-3 text-left">
                    {label}
                  </th>
                  <td className="py-1.5 pr-3 whitespace-pre-line">{theirs || '(empty)'}</td>
                  <td className="py-1.5 whitespace-pre-line">
                    {mine === before ? <span className="text-ink-soft">not touched</span> : mine || '(empty)'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p className="mt-2">
          You can take their version and lose yours, or keep what you changed and save it over theirs.
        </p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button size="sm" variant="outline" onClick={onTakeTheirs}>
            Reload theirs
          </Button>
          <Button size="sm" variant="outline" onClick={onKeepMine}>
            Keep mine
          </Button>
        </div>
      </Note>
    </div>
  )
}
