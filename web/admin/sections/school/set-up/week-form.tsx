import { useState } from 'react'
import { officeDays } from '../../../../../contract/school/office-hours.ts'
import { api } from '../../../../lib/api.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { FieldGroup } from '../../../../ui/field-group.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { useAction } from '../../../use-action.ts'

/** Sets the same hours for all ticked days, and closes the other days. */
export function WeekForm({ onSaved }: { onSaved: () => void }) {
  const [closed, setClosed] = useState<readonly string[]>([])
  const [from, setFrom] = useState('09:00')
  const [until, setUntil] = useState('18:00')
  const isWrong = from === '' || until <= from
  const [isTold, setTold] = useState(false)
  const save = useAction({
    run: async (_: void, keyed) => {
      // New hours of a day replace its earlier hours, so the calls can be repeated after a failure.
      for (const office_day of officeDays) {
        const body = {
          office_day,
          open_time: from,
          close_time: until,
          is_holiday: closed.includes(office_day),
        }
        await api('POST /api/admin/office-timing', { body }, keyed(body))
      }
    },
    done: { title: 'Opening hours saved' },
    onDone: onSaved,
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWrong) setTold(true)
        else if (!save.isPending) save.mutate()
      }}
    >
      <FieldGroup id="set-up-days" label="Open on">
        <div className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
          {officeDays.map((day) => (
            <Checkbox
              key={day}
              label={day}
              checked={!closed.includes(day)}
              onChange={({ target }) =>
                setClosed(target.checked ? closed.filter((one) => one !== day) : [...closed, day])
              }
            />
          ))}
        </div>
      </FieldGroup>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="From"
          type="time"
          required
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          label="Until"
          type="time"
          required
          value={until}
          onChange={({ target }) => setUntil(target.value)}
          error={isTold && isWrong ? 'Closing time must be after opening time' : null}
        />
      </div>
      <Button type="submit" className="self-start" busy={save.isPending && 'Saving...'}>
        Save
      </Button>
    </form>
  )
}
