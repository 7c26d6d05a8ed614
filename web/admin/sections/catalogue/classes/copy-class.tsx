import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { type AdminClass, classCopy } from '../../../../../contract/catalogue/courses.ts'
import { daysAfter } from '../../../../../contract/catalogue/event-span.ts'
import { daysBetween } from '../../../../../contract/school-day.ts'
import { dayText, weekdayOf } from '../../../../../contract/words.ts'
import { api } from '../../../../lib/api.ts'
import { query } from '../../../../lib/query.ts'
import { useSchoolToday } from '../../../../lib/use-school-today.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { DateField } from '../../../../ui/date-field.tsx'
import type { Openable } from '../../../../ui/lazy-dialog.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { useClosings } from '../../../batches/closed-days-question.ts'
import { SentDialog } from '../../../form-dialog.tsx'

const { title, day, startTime } = classCopy.shape
const rules = z.object({
  title,
  day,
  startTime: z.union([z.literal(''), startTime]),
  isOnSite: z.boolean(),
  meetsAnyway: z.boolean(),
})

/**
 * Suggests the first open day on the weekday of the copied batch, after its last session and after today. Returns null
 * for a class without a batch, and until everything is loaded.
 */
function useSuggestedDay({ id, nextbatch }: AdminClass): string | null {
  const today = useSchoolToday()
  const { data } = useQuery(query('GET /api/admin/batches', { query: { course: id } }))
  const closedBecause = useClosings()
  if (nextbatch === null || data === undefined) return null
  const copied = data.data.find(({ day }) => day === nextbatch)
  return firstOpenDay(
    { day: nextbatch, lastDay: copied?.endsOn ?? nextbatch, today },
    (day) => closedBecause({ day, from: null, to: null }) === null,
  )
}

const weeksAhead = 52

/**
 * Returns the first open day on the weekday of `day`, within a year. If the school is always closed on this weekday,
 * returns the first day on it.
 */
export function firstOpenDay(
  { day, lastDay, today }: { day: string; lastDay: string; today: string },
  isOpen: (day: string) => boolean,
): string {
  const after = lastDay > today ? lastDay : today
  const weeks = Math.max(1, Math.floor(daysBetween(day, after) / 7) + 1)
  const days = Array.from({ length: weeksAhead }, (_, week) => daysAfter(day, 7 * (weeks + week)))
  return days.find(isOpen) ?? daysAfter(day, 7 * weeks)
}

/** Fills in the suggestion, which arrives after the dialog, unless somebody has typed a day. */
function DaySuggestion<Typed extends { day: string }, Values>({
  day,
  form,
}: {
  day: string | null
  form: UseFormReturn<Typed, unknown, Values>
}) {
  useEffect(() => {
    const name = 'day' as Path<Typed>
    if (day !== null && !form.getFieldState(name).isDirty)
      form.resetField(name, { defaultValue: day as PathValue<Typed, Path<Typed>> })
  }, [day, form])
  return null
}

export function CopyClassDialog({
  item,
  onCopied,
  ...dialog
}: Openable & { item: AdminClass; onCopied: () => void }) {
  const navigate = useNavigate()
  const suggested = useSuggestedDay(item)
  const { id, version, nextbatch } = item
  return (
    <SentDialog
      {...dialog}
      draft={`copy-of-${id}`}
      title="Copy class"
      description={item.title}
      submit={['Copy class', 'Copying...']}
      rules={rules}
      defaults={{
        title: item.title,
        day: '',
        startTime: item.startTime ?? '',
        isOnSite: false,
        meetsAnyway: false,
      }}
      send={({ startTime, ...typed }, keyed) => {
        const body = { ...typed, startTime: startTime || null, version }
        return api('POST /api/admin/AdminClasses/:id/copy', { params: { id }, body }, keyed(body))
      }}
      done={({ data: copy }) => ({
        title: 'Class copied',
        description: copy.isOnSite
          ? `Visitors can see “${copy.title}” now.`
          : `“${copy.title}” is off the site. Put it on the site when it’s ready.`,
        durationMs: 10_000,
        action: { label: 'Open', onClick: () => navigate('#classes', { state: { open: copy.id } }) },
      })}
      onSent={onCopied}
    >
      {(field, { sending, form }) => {
        // A new day or time clears the box, because staff confirmed closed days only for the day and the time that they
        // saw.
        const moving = (name: 'day' | 'startTime') => {
          const { onChange, ...input } = field(name)
          const change: typeof onChange = (event) => {
            form.setValue('meetsAnyway', false)
            return onChange(event)
          }
          return { ...input, onChange: change }
        }
        return (
          <>
            <DaySuggestion day={suggested} form={form} />
            <p>
              {nextbatch === null
                ? 'We copy everything except the seats.'
                : `We copy the class and its batch of ${dayText(nextbatch)}, with room and instructor. The days between sessions stay the same. Seats aren’t copied.`}
            </p>
            <TextField label="Title" required maxLength={120} {...field('title')} />
            <div className="grid gap-5 sm:grid-cols-2">
              <DateField
                label="First day"
                required
                hint={
                  nextbatch === null ? undefined : `Choose a ${weekdayOf(nextbatch)} to keep the weekdays.`
                }
                {...moving('day')}
              />
              <TextField
                type="time"
                label="Start time"
                hint="The first session’s start time. The other sessions move by the same amount. Leave blank to keep all hours."
                {...moving('startTime')}
              />
            </div>
            {sending.error?.details['closedDays'] !== undefined && (
              <Checkbox
                label="Hold sessions on closed days anyway"
                hint="Tick this, then copy again."
                {...field('meetsAnyway', 'day')}
              />
            )}
            <Checkbox
              label="On the site"
              hint="Leave this unticked to hide the copy from visitors while you prepare it."
              {...field('isOnSite')}
            />
          </>
        )
      }}
    </SentDialog>
  )
}
