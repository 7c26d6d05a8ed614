import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import {
  type CurrentSchoolSettings,
  ownersSettings,
  type SchoolSettingsForm,
} from '../../../../contract/school-settings.ts'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Note } from '../../../ui/note.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { DraftNote, useDraft } from '../../kept-draft.tsx'
import { useRecordForm } from '../../record-form-hook.tsx'
import { UnsavedGuard } from '../../unsaved-guard.tsx'
import { SettingsPreview } from './settings-preview.tsx'
import {
  changedSettings,
  readSettings,
  type SettingsValues,
  settingLabels,
  settingsRules,
  settingsValues,
} from './settings-values.ts'

const formName = 'school-settings'
const settingsKey = ['GET /api/admin/school-settings', null] as const

/** The form beside its preview. Sends what was changed, with the version it was read at. */
export function SettingsForm({ current }: { current: CurrentSchoolSettings }) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { draft, forget } = useDraft<null, SettingsValues>(formName, () => settingsValues(current.settings))
  const [continued, setContinued] = useState<SettingsValues | null>(null)
  const record = useRecordForm<CurrentSchoolSettings, SettingsValues, CurrentSchoolSettings>({
    name: formName,
    what: 'page of settings',
    item: current,
    draft: continued,
    rules: settingsRules,
    valuesOf: (item) => settingsValues((item ?? current).settings),
    labels: settingLabels,
    send: async (values, base, options) => {
      const { settings } = readSettings(values)
      const body = {
        ...(base && settings && changedSettings(base.settings, settings)),
        version: base?.version ?? 0,
      }
      return (await api('PUT /api/admin/school-settings', { body }, options)).data
    },
    find: async () => {
      const answer = await api('GET /api/admin/school-settings')
      queryClient.setQueryData(settingsKey, answer)
      return answer.data
    },
    sentences: {
      added: '',
      addFailed: '',
      updated: 'School settings saved',
      updateFailed: 'Failed to save the settings. Please try again.',
    },
    onSaved: (saved) => {
      record.settle(saved)
      queryClient.setQueryData(settingsKey, { success: true, data: saved })
      // Header and footer show them at once.
      void queryClient.invalidateQueries({ queryKey: ['GET /api/school'] })
    },
  })
  const { form, base, isDirty, isSending, settle } = record

  // Read again on a visit: what others changed meanwhile is shown, unless somebody is typing.
  const isNewer = base !== null && current.version > base.version && !isDirty
  useEffect(() => {
    if (isNewer) settle(current)
  })

  const field = (name: keyof SchoolSettingsForm) => ({
    label: settingLabels[name],
    readOnly: !current.mayEditMoney && (ownersSettings as readonly string[]).includes(name),
    ...record.field(name),
  })

  return (
    <>
      {draft && (
        <DraftNote
          name="the school’s settings"
          onContinue={() => {
            setContinued(draft.values)
            forget()
          }}
          onDiscard={forget}
        />
      )}
      <div className="grid items-start gap-8 xl:grid-cols-[1.6fr_1fr]">
        <form
          noValidate
          aria-label="School settings"
          className="flex min-w-0 flex-col gap-8"
          onSubmit={record.onSubmit}
        >
          {record.notice}
          <SettingsFields field={field} current={current} />
          <div
            className={cx(
              'z-1 -mx-4 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-sunk px-4 py-3',
              // In sight wherever the form was changed; until then at its end, where it covers nothing.
              isDirty && 'sticky bottom-0',
            )}
          >
            <p role="status" className="mr-auto text-sm text-ink-soft empty:hidden max-sm:basis-full">
              {isDirty ? 'Not saved yet' : ''}
            </p>
            <Button
              className="max-sm:grow max-sm:!px-3"
              variant="outline"
              disabled={!isDirty || isSending}
              onClick={() => setAsking(true)}
            >
              Discard changes
            </Button>
            <Button className="max-sm:grow max-sm:!px-3" type="submit" disabled={!isDirty} busy={isSending}>
              {isSending ? 'Saving...' : 'Save settings'}
            </Button>
          </div>
        </form>
        <section aria-labelledby="preview" className="xl:sticky xl:top-24">
          <h2 id="preview" className="mb-3 text-lg">
            How it will look
          </h2>
          <SettingsPreview values={useWatch({ control: form.control }) as SettingsValues} />
        </section>
      </div>
      <UnsavedGuard
        isDirty={isDirty}
        isAsking={isAsking}
        onStay={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          settle(base ?? current)
        }}
      />
    </>
  )
}

function SettingsFields({
  field,
  current: { mayEditMoney, mayLeaveSite },
}: {
  field: (name: keyof SchoolSettingsForm) => { label: string }
  current: CurrentSchoolSettings
}) {
  return (
    <>
      <Group title="The school" note="In the header, the footer and every letter.">
        <TextField required maxLength={80} {...field('name')} />
        <TextField required maxLength={60} {...field('city')} />
        <Wide>
          <TextField maxLength={120} {...field('tagline')} />
        </Wide>
      </Group>
      <Group title="How people reach you" note="On the contact page, in the footer, and offline.">
        <TextField required type="tel" hint="Shown on the site, and dialled." {...field('phone')} />
        <TextField required type="tel" hint="Chats open with this number." {...field('whatsapp')} />
        <Wide>
          <TextField
            required
            type="email"
            hint={mayEditMoney ? 'The school’s own messages go there.' : 'Only the owner can change it.'}
            {...field('email')}
          />
        </Wide>
        <TextArea required rows={3} hint="Each line on its own, at most six." {...field('address')} />
        <TextField required hint="What Google Maps is asked for." {...field('mapQuery')} />
      </Group>
      <Group title="Links" note="A social link that is empty is not shown.">
        <TextField type="url" placeholder="https://" {...field('instagram')} />
        <TextField type="url" placeholder="https://" {...field('facebook')} />
        <Wide>
          <TextField type="url" placeholder="https://" {...field('youtube')} />
        </Wide>
        <Wide>
          <TextField required hint="Where the bouquet card leads." {...field('shopUrl')} />
        </Wide>
        {!mayLeaveSite && (
          <Wide>
            <Note>
              To sign up and to get a new password, only the owner can lead people to another site. A path of
              this site, such as /signup, is fine.
            </Note>
          </Wide>
        )}
        <TextField required {...field('signUpUrl')} />
        <TextField required {...field('forgotPasswordUrl')} />
      </Group>
      <Group title="Times" note="They count from the next seat, offer or visit on.">
        <NumberField required min={1} hint="Unpaid, it is free again then." {...field('holdHours')} />
        <NumberField required min={1} hint="To the first of the waiting list." {...field('offerHours')} />
        <NumberField required hint="0 opens it on every visit." {...field('popupDays')} />
      </Group>
      <Group title="Money" note="Payments by UPI go to this account.">
        {!mayEditMoney && (
          <Wide>
            <Note>Only the owner can change where money goes.</Note>
          </Wide>
        )}
        <TextField required autoComplete="off" hint="Such as school@bank." {...field('upiId')} />
        <TextField maxLength={80} hint="Empty for the school’s name." {...field('upiName')} />
      </Group>
    </>
  )
}

function Group({
  title,
  note,
  children,
}: { title: string; note: string } & Pick<ComponentProps<'fieldset'>, 'children'>) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-display text-lg">{title}</legend>
      <p className="mb-4 text-sm text-ink-soft">{note}</p>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

const Wide = ({ children }: { children: ReactNode }) => <div className="sm:col-span-2">{children}</div>
