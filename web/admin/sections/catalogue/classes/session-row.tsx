import { ChevronDown, X } from 'lucide-react'
import { type MouseEvent, useId, useState } from 'react'
import { isSchoolDay } from '../../../../../contract/school-day.ts'
import { dayText, joined, timeInWords } from '../../../../../contract/words.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { controlled } from '../../../../ui/controlled.ts'
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
  const field = (name: (typeof names)[number], label: string) => ({
    ...controlled(row[name], (value) => onChange({ [name]: value })),
    error: errorOf(name),
    label: (
      <>
        {label}
        <span className="sr-only"> of session {n + 1}</span>
      </>
    ),
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
          <span className="min-w-0 flex-1 wrap-anywhere">
            {n + 1}. {isSchoolDay(row.day) ? dayText(row.day) : 'No day yet'}
            <span className="block text-sm text-ink-soft">{joined(own, ' · ')}</span>
          </span>
          <Icon of={ChevronDown} className={cx('transition-transform', isOpen && 'rotate-180')} />
        </button>
        <IconButton label={`Take out session ${n + 1}`} icon={X} data-takes-out onClick={onRemove} />
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <div className="grid grid-cols-2 gap-3 pt-1 pb-4 sm:grid-cols-6">
            <TextField type="date" className="col-span-2" {...field('day', 'Day')} />
            <TextField type="time" className="sm:col-span-2" {...field('from', 'From')} />
            <TextField type="time" className="sm:col-span-2" {...field('to', 'To')} />
            <SelectField
              className="col-span-2"
              options={optionsWith(rooms, 'That of the batch', row.roomId || null)}
              {...field('roomId', 'Room')}
            />
            <SelectField
              className="col-span-2"
              options={optionsWith(instructors, 'That of the batch', row.instructorId || null)}
              {...field('instructorId', 'Instructor')}
            />
            <TextField className="col-span-2" maxLength={120} {...field('topic', 'Topic')} />
          </div>
        )}
      </div>
    </li>
  )
}
