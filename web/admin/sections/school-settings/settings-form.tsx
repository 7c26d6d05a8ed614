import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import {
  type CurrentSchoolSettings,
  ownersSettings,
  type SchoolSettingsForm,
} from '../../../../contract/school-settings.ts'
import { type ApiError, api } from '../../../lib/api.ts'
import { useSubmissionKey } from '../../../lib/use-submission-key.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Note } from '../../../ui/note.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { Refusal } from '../../form-dialog.tsx'
import { DraftNote, dropDraft, readDraft, useKeptDraft } from '../../kept-draft.tsx'
import { differences, StaleEdit } from '../../stale-edit.tsx'
import { UnsavedGuard } from '../../unsaved-guard.tsx'
import { SettingsPreview } from './settings-preview.tsx'
import {
  changedSettings,
  readSettings,
  type SettingsValues,
  settingLabels,
  settingNames,
  settingsValues,
} from './settings-values.ts'

const formName = 'school-settings'
type Name = keyof SchoolSettingsForm

/** The form beside its preview. Sends what was changed, with the version it was read at. */
export function SettingsForm({ current }: { current: CurrentSchoolSettings }) {
  const queryClient = useQueryClient()
  const submission = useSubmissionKey()
  // What the settings were when they were read, or read again after somebody else's change.
  const [base, setBase] = useState(current)
  const [theirs, setTheirs] = useState<CurrentSchoolSettings | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [draft, setDraft] = useState(() => readDraft<null, SettingsValues>(formName))
  const form = useForm<SettingsValues>({ defaultValues: settingsValues(base.settings) })
  const { isDirty, errors } = form.formState
  const values = useWatch({ control: form.control }) as SettingsValues
  useKeptDraft(formName, isDirty, () => ({ item: null, values: form.getValues() }))

  // Read again on a visit: what others changed meanwhile is shown, unless somebody is typing.
  useEffect(() => {
    if (current.version === base.version || isDirty) return
    setBase(current)
    form.reset(settingsValues(current.settings))
  }, [current, base.version, isDirty, form])

  const save = useMutation<CurrentSchoolSettings, ApiError, SchoolSettingsForm>({
    mutationFn: async (settings) => {
      const body = { ...changedSettings(base.settings, settings), version: base.version }
      const answer = await api(
        'PUT /api/admin/school-settings',
        { body },
        { idempotencyKey: submission.keyFor(body) },
      )
      return answer.data
    },
    onSuccess: (saved) => {
      submission.succeeded()
      takeOver(saved)
      toast({ title: 'Success', description: 'School settings saved', tone: 'success' })
      // Header and footer show them at once.
      void queryClient.invalidateQueries({ queryKey: ['GET /api/school'] })
    },
    onError: async (error) => {
      if (error.status === 401) return
      toast({ title: 'Error', description: 'Failed to save the settings. Please try again.', tone: 'error' })
      showRefusals(error.fields)
      if (error.code === 'conflict') {
        setTheirs(
          await api('GET /api/admin/school-settings').then(
            ({ data }) => data,
            () => null,
          ),
        )
      }
    },
  })

  function takeOver(settings: CurrentSchoolSettings) {
    setBase(settings)
    setTheirs(null)
    form.reset(settingsValues(settings.settings))
    queryClient.setQueryData(['GET /api/admin/school-settings', null], { success: true, data: settings })
  }

  function showRefusals(fields: Partial<Record<string, string>>) {
    const wrong = settingNames.filter((name) => fields[name] !== undefined)
    for (const name of wrong) form.setError(name, { message: fields[name] ?? '' })
    const [first] = wrong
    if (first) form.setFocus(first)
  }

  function submit(typed: SettingsValues) {
    if (save.isPending) return
    const { settings, errors: refused } = readSettings(typed)
    if (refused) showRefusals(refused)
    else save.mutate(settings)
  }

  const field = (name: Name) => ({
    label: settingLabels[name],
    error: errors[name]?.message ?? null,
    readOnly: !base.mayEditMoney && (ownersSettings as readonly string[]).includes(name),
    ...form.register(name, { onChange: () => form.clearErrors(name) }),
  })
  const mine = form.getValues()

  return (
    <>
      {draft && (
        <DraftNote
          name="the school’s settings"
          onContinue={() => {
            for (const name of settingNames)
              form.setValue(name, draft.values[name] ?? mine[name], { shouldDirty: true })
            dropDraft(formName)
            setDraft(null)
          }}
          onDiscard={() => {
            dropDraft(formName)
            setDraft(null)
          }}
        />
      )}
      <div className="grid items-start gap-8 xl:grid-cols-[1.6fr_1fr]">
        <form
          noValidate
          aria-label="School settings"
          className="flex min-w-0 flex-col gap-8"
          onSubmit={(event) => {
            form.clearErrors()
            event.preventDefault()
            submit(form.getValues())
          }}
        >
          {theirs ? (
            <StaleEdit
              what="page of settings"
              fields={differences(
                settingLabels,
                settingsValues(base.settings),
                settingsValues(theirs.settings),
                mine,
              )}
              onTakeTheirs={() => takeOver(theirs)}
              onKeepMine={() => {
                const was = settingsValues(base.settings)
                const typed = settingNames.filter((name) => mine[name] !== was[name])
                takeOver(theirs)
                for (const name of typed) form.setValue(name, mine[name], { shouldDirty: true })
              }}
            />
          ) : (
            <Refusal error={save.error?.status === 401 ? null : save.error} />
          )}
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
                hint={
                  base.mayEditMoney ? 'The school’s own messages go there.' : 'Only the owner can change it.'
                }
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
            {!base.mayLeaveSite && (
              <Wide>
                <Note>
                  To sign up and to get a new password, only the owner can lead people to another site. A path
                  of this site, such as /signup, is fine.
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
            {!base.mayEditMoney && (
              <Wide>
                <Note>Only the owner can change where money goes.</Note>
              </Wide>
            )}
            <TextField required autoComplete="off" hint="Such as school@bank." {...field('upiId')} />
            <TextField maxLength={80} hint="Empty for the school’s name." {...field('upiName')} />
          </Group>
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
              disabled={!isDirty || save.isPending}
              onClick={() => setAsking(true)}
            >
              Discard changes
            </Button>
            <Button
              className="max-sm:grow max-sm:!px-3"
              type="submit"
              disabled={!isDirty}
              busy={save.isPending}
            >
              {save.isPending ? 'Saving...' : 'Save settings'}
            </Button>
          </div>
        </form>
        <section aria-labelledby="preview" className="xl:sticky xl:top-24">
          <h2 id="preview" className="mb-3 text-lg">
            How it will look
          </h2>
          <SettingsPreview values={values} />
        </section>
      </div>
      <UnsavedGuard
        isDirty={isDirty}
        isAsking={isAsking}
        onStay={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          save.reset()
          form.reset(settingsValues(base.settings))
        }}
      />
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
