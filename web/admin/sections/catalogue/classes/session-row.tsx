import { ChevronDown, X } from 'lucide-react'
import { type MouseEvent, useId, useState } from 'react'
import { isSchoolDay } from '../../../../../contract/school-day.ts'
import { dayText, timeInWords } from '../../../../../contract/words.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { type Options, optionsWith } from '../../../batches/batch-form.tsx'
import type { TypedSession } from './session-rows.ts'

const names = ['day', 'from', 'to', 'roomId', 'instructorId', 'topic'] as const

/** Each session is one folded line, because nobody finds the right one among 24 open ones. */
export function SessionRow({
  row,
  n,
  places: { rooms, instructors },
  errorOf,
  onChange,
  onRemove,
}: {
  row: TypedSession
  n: number
  places: { rooms: Options; instructors: Options }
  errorOf: (name: string) => string | null
  onChange: (part: Partial<TypedSession>) => void
  onRemove: (event: MouseEvent<HTMLElement>) => void
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(row.day === '')
  // A refusal unfolds the row, and it stays open when an edit takes the refusal away.
  if (!isOpen && names.some((name) => errorOf(name) !== null)) setOpen(true)
  const nameIn = (options: Options, asked: string) => options.find(({ value }) => value === asked)?.label
  const hours = row.from && row.to && `${timeInWords(row.from)} to ${timeInWords(row.to)}`
  const own = [hours, nameIn(rooms, row.roomId), nameIn(instructors, row.instructorId), row.topic]
  const labelled = (label: string) => (
    <>
      {label}
      <span className="sr-only"> of session {n + 1}</span>
    </>
  )
  const typed = (name: 'day' | 'from' | 'to' | 'topic') => ({
    value: row[name],
    error: errorOf(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <li className="py-1">
      <div className="flex items-center gap-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="-ml-2 flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-sm pl-2 text-left hover:bg-sunk"
          onClick={() => setOpen(!isOpen)}
        >
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            {n + 1}. {isSchoolDay(row.day) ? dayText(row.day) : 'No day yet'}
            <span className="block text-sm text-ink-soft">{own.filter(Boolean).join(' · ')}</span>
          </span>
          <Icon of={ChevronDown} className={cx('transition-transform', isOpen && 'rotate-180')} />
        </button>
        <IconButton label={`Take out session ${n + 1}`} icon={X} data-takes-out onClick={onRemove} />
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <div className="grid grid-cols-2 gap-3 pt-1 pb-4 sm:grid-cols-6">
            <TextField type="date" className="col-span-2" label={labelled('Day')} {...typed('day')} />
            <TextField type="time" className="sm:col-span-2" label={labelled('From')} {...typed('from')} />
            <TextField type="time" className="sm:col-span-2" label={labelled('To')} {...typed('to')} />
            <SelectField
              className="col-span-2"
              label={labelled('Room')}
              value={row.roomId}
              error={errorOf('roomId')}
              options={optionsWith(rooms, 'That of the batch', row.roomId || null)}
              onChange={({ target }) => onChange({ roomId: target.value })}
            />
            <SelectField
              className="col-span-2"
              label={labelled('Instructor')}
              value={row.instructorId}
              error={errorOf('instructorId')}
              options={optionsWith(instructors, 'That of the batch', row.instructorId || null)}
              onChange={({ target }) => onChange({ instructorId: target.value })}
            />
            <TextField className="col-span-2" maxLength={120} label={labelled('Topic')} {...typed('topic')} />
          </div>
        )}
      </div>
    </li>
  )
}
