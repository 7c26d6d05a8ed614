import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { School } from '../../../../../contract/school/school.ts'
import {
  type CurrentSchoolSettings,
  cancelSettings,
  moneySettings,
  ownersSettings,
  signInSettings,
} from '../../../../../contract/school/school-settings.ts'
import { ApiError, api } from '../../../../lib/api.ts'
import { query, useStale } from '../../../../lib/query.ts'
import { useSchool } from '../../../../lib/school.ts'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Note } from '../../../../ui/note.tsx'
import { DraftNote } from '../../../kept-draft.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'
import { changedFields, type ValuesOf, valuesOf } from '../../../record-fields.tsx'
import { type FormParts, useRecordForm } from '../../../record-form.tsx'
import { useLeaving } from '../../../unsaved-guard.tsx'
import {
  type SettingFields,
  type SettingName,
  type SettingsRecord,
  type SettingsValues,
  settingFields,
  settingsRecord,
  settingsRules,
  wide,
} from './settings-values.ts'

type Typed = ValuesOf<SettingFields>

export interface SettingsGroup {
  title?: string
  note?: string
  names: readonly SettingName[]
}

/** A form with some of the settings, which are saved together. */
export interface SettingsForm {
  /** The name under which the unsaved form is stored. */
  id: string
  label: string
  fields: SettingFields
  groups: readonly SettingsGroup[]
  /** Shows the typed values as visitors would see them. */
  Preview: ComponentType<{ values: SettingsValues }> | undefined
}

export function settingsForm(
  id: string,
  label: string,
  groups: readonly SettingsGroup[],
  Preview?: SettingsForm['Preview'],
): SettingsForm {
  const names = groups.flatMap((group) => group.names)
  const fields = Object.fromEntries(names.map((name) => [name, settingFields[name]]))
  return { id, label, fields, groups, Preview }
}

const key = query('GET /api/admin/school-settings').queryKey

export function useSchoolSettings() {
  return useQuery({ ...query('GET /api/admin/school-settings'), refetchOnMount: 'always' })
}

/**
 * The form of some settings, filled with the values on the server. In a step of the set-up, the form can be saved
 * without a change, and has no button to discard changes.
 */
export function SettingsEditor(props: { of: SettingsForm; step?: { onSaved: () => void } }) {
  const result = useSchoolSettings()
  if (result.data === undefined) {
    return (
      <NotLoaded of={result} title="We couldn’t load the school’s settings" loading="Loading the settings…">
        Check your connection.
      </NotLoaded>
    )
  }
  return <Editor key={props.of.id} {...props} current={result.data.data} />
}

/** The texts of a form that only changes settings, because settings cannot be added. */
const changed = {
  add: () => Promise.reject(new Error('There are settings already.')),
  texts: {
    add: '',
    edit: '',
    added: '',
    addFailed: '',
    updated: 'School settings saved',
    updateFailed: 'Failed to save the settings. Please try again.',
    changed: 'Someone else changed the settings.',
  },
}

function useSettingsCalls(fields: SettingFields) {
  const queryClient = useQueryClient()
  function take(answer: { success: true; data: CurrentSchoolSettings }): SettingsRecord {
    queryClient.setQueryData(key, answer)
    return settingsRecord(answer.data)
  }
  const find = async () => take(await api('GET /api/admin/school-settings'))
  const put = async (body: object, options?: { idempotencyKey: string }) =>
    take(await api('PUT /api/admin/school-settings', { body }, options))
  const differs = (one: SettingsRecord, other: SettingsRecord) =>
    Object.keys(changedFields(valuesOf(fields, one), valuesOf(fields, other))).length > 0
  return {
    find,
    async update(base: SettingsRecord, body: object, options: { idempotencyKey: string }) {
      try {
        return await put(body, options)
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'conflict')) throw error
        // All settings share one version. A conflict about settings that this form does not show is ignored.
        const theirs = await find()
        if (differs(base, theirs)) throw error
        return put({ ...body, version: theirs.version })
      }
    },
  }
}

function Editor({
  of: { id, label, fields, groups, Preview },
  step,
  current,
}: {
  of: SettingsForm
  step?: { onSaved: () => void }
  current: CurrentSchoolSettings
}) {
  const stale = useStale()
  const queryClient = useQueryClient()
  const currentRecord = settingsRecord(current)
  const [continued, setContinued] = useState<Typed>()
  const calls = useSettingsCalls(fields)
  const { parts, settle, notice, isDirty, isSending, onSubmit } = useRecordForm({
    form: {
      ...changed,
      ...calls,
      name: `school-settings-${id}`,
      fields,
      rules: settingsRules(fields),
    },
    item: currentRecord,
    draft: continued,
    onSaved: () => {
      const answer = queryClient.getQueryData<{ data: CurrentSchoolSettings }>(key)
      if (answer) settle(settingsRecord(answer.data))
      stale('GET /api/school', 'GET /api/fallbacks')
      step?.onSaved()
    },
  })
  const { leave, question } = useLeaving(isDirty, () => settle(parts.base ?? currentRecord))
  const { form, base } = parts

  // A newer version from the server fills the form, unless somebody has typed a change.
  const isNewer = base !== null && current.version > base.version && !isDirty
  useEffect(() => {
    if (isNewer) settle(currentRecord)
  })
  const typed = useWatch({ control: form.control }) as Partial<SettingsValues>
  const mayChange = Object.keys(fields).some((name) => !isOwners(name, current))

  return (
    <>
      <DraftNote<null, Typed>
        form={`school-settings-${id}`}
        said={() => 'We’ve kept what you typed in the settings.'}
        defaults={() => valuesOf<SettingsRecord, SettingFields>(fields, currentRecord)}
        onContinue={({ values }) => setContinued(values)}
      />
      <div className={cx('grid items-start gap-8', Preview && 'xl:grid-cols-[1.6fr_1fr]')}>
        <form noValidate aria-label={label} className="flex min-w-0 flex-col gap-8" onSubmit={onSubmit}>
          {notice}
          {groups.map((group) => (
            <Group key={group.names[0]} of={group} parts={parts} current={current} />
          ))}
          {mayChange && step && (
            <Button type="submit" className="self-start" busy={isSending && 'Saving...'}>
              Save
            </Button>
          )}
          {mayChange && !step && <SaveBar isDirty={isDirty} isSending={isSending} onDiscard={leave} />}
        </form>
        {Preview && (
          <section aria-labelledby="preview" className="xl:sticky xl:top-24">
            <h3 id="preview" className="mb-3 text-lg">
              Preview
            </h3>
            <Preview values={{ ...valuesOf(settingFields, base ?? currentRecord), ...typed }} />
          </section>
        )}
      </div>
      {question}
    </>
  )
}

export function SaveBar({
  isDirty,
  isSending,
  onDiscard,
}: {
  isDirty: boolean
  isSending: boolean
  onDiscard: () => void
}) {
  return (
    <div
      className={cx(
        'z-1 -mx-4 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-sunk px-4 py-3',
        // The buttons of a form with unsaved changes stay in view. The buttons of other forms scroll with the page and
        // cover nothing.
        isDirty && 'sticky bottom-0',
      )}
    >
      <p role="status" className="mr-auto text-sm text-ink-soft empty:hidden max-sm:basis-full">
        {isDirty ? 'Unsaved changes' : ''}
      </p>
      <Button
        className="max-sm:grow max-sm:!px-3"
        variant="outline"
        disabled={!isDirty || isSending}
        onClick={onDiscard}
      >
        Discard changes
      </Button>
      <Button className="max-sm:grow max-sm:!px-3" type="submit" disabled={!isDirty} busy={isSending}>
        {isSending ? 'Saving...' : 'Save'}
      </Button>
    </div>
  )
}

const isIn = (names: readonly string[], name: string) => names.includes(name)

const isOwners = (name: string, { mayEditMoney }: CurrentSchoolSettings) =>
  !mayEditMoney && isIn(ownersSettings, name)

// Inputs in a row are aligned at their lower edges, because the hints above them have different lengths.
const placeOf = (name: SettingName) => {
  const { kind, attributes } = settingFields[name]
  return cx(attributes.className, kind !== 'box' && 'self-end')
}

/** True if the setting is shown. The setting of the sample bouquets is shown only at the demonstration. */
export const isShown = (name: string, school: School | undefined) =>
  school?.isDemonstration === true || name !== 'hasSampleShop'

function Group({
  of: { title, note, names },
  parts,
  current,
}: {
  of: SettingsGroup
  parts: FormParts<SettingsRecord, SettingFields>
  current: CurrentSchoolSettings
}) {
  const { mayEditMoney, mayLeaveSite } = current
  const school = useSchool()
  const has = (some: readonly string[]) => names.some((name) => isIn(some, name))
  return (
    <fieldset className="min-w-0">
      {title && <legend className="font-display text-lg">{title}</legend>}
      {note && <p className="mb-4 text-sm text-ink-soft">{note}</p>}
      <div className="grid gap-5 sm:grid-cols-2">
        {!mayEditMoney && has(moneySettings) && (
          <Note className={wide}>Only an owner can change the school’s payment details.</Note>
        )}
        {!mayEditMoney && has(cancelSettings) && (
          <Note className={wide}>Only an owner can change the rule for cancelling a seat.</Note>
        )}
        {!mayEditMoney && has(['email']) && (
          <Note className={wide}>Only an owner can change the school’s e-mail address.</Note>
        )}
        {!mayLeaveSite && has(signInSettings) && (
          <Note className={wide}>
            Only an owner can send people to another site to sign up or reset their password. You can use a
            path on this site, such as /signup.
          </Note>
        )}
        {names.map(
          (name) =>
            isShown(name, school) &&
            parts.input(name, { readOnly: isOwners(name, current), className: placeOf(name) }),
        )}
      </div>
    </fieldset>
  )
}
