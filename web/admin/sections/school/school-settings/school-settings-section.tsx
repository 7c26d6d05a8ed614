import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { upiUri } from '../../../../../contract/money/upi-link.ts'
import {
  type CurrentSchoolSettings,
  ownersSettings,
  type SchoolSettingsForm,
} from '../../../../../contract/school/school-settings.ts'
import { logo } from '../../../../../drawings/logo.ts'
import { api } from '../../../../lib/api.ts'
import { query } from '../../../../lib/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Drawing } from '../../../../ui/drawing.tsx'
import { Note } from '../../../../ui/note.tsx'
import { UpiCode } from '../../../../ui/upi-code.tsx'
import { DraftNote } from '../../../kept-draft.tsx'
import { NotLoaded } from '../../../not-loaded.tsx'
import { type Attributes, linesOf, valuesOf } from '../../../record-fields.tsx'
import { type FormParts, type RecordForm, useRecordForm } from '../../../record-form.tsx'
import { RecordHistory } from '../../../record-history.tsx'
import { SectionLink } from '../../../section-link.tsx'
import { useLeaving } from '../../../unsaved-guard.tsx'
import { HeroPictures } from './hero-pictures.tsx'
import {
  onlyChanged,
  type SettingsRecord,
  type SettingsValues,
  settingFields,
  settingsRecord,
  settingsRules,
  wide,
} from './settings-values.ts'

const settingsKey = ['GET /api/admin/school-settings', null] as const

const settingsForm: RecordForm<SettingsRecord, typeof settingFields> = {
  name: 'school-settings',
  fields: settingFields,
  rules: settingsRules as z.ZodMiniType,
  ...onlyChanged,
}

export default function SchoolSettingsSection() {
  const result = useQuery({ ...query('GET /api/admin/school-settings'), refetchOnMount: 'always' })
  const { data } = result
  if (data === undefined) {
    return (
      <NotLoaded of={result} title="We couldn’t load the school’s settings" loading="Loading the settings…">
        Check your connection.
      </NotLoaded>
    )
  }
  return (
    <>
      <SettingsForm current={data.data} />
      <div className="mt-8">
        <HeroPictures />
      </div>
      <p className="mt-8">
        <SectionLink to="set-up" className="link inline-flex min-h-11 items-center">
          Set up your school
        </SectionLink>
      </p>
      <div className="mt-8">
        {/* The key changes with each save, so that the history is loaded again. */}
        <RecordHistory key={data.data.version} kind="school-setting" id="school" />
      </div>
    </>
  )
}

function SettingsForm({ current }: { current: CurrentSchoolSettings }) {
  const queryClient = useQueryClient()
  const currentRecord = settingsRecord(current)
  const [continued, setContinued] = useState<SettingsValues>()
  function take(answer: { success: true; data: CurrentSchoolSettings }): SettingsRecord {
    queryClient.setQueryData(settingsKey, answer)
    return settingsRecord(answer.data)
  }
  const { parts, settle, notice, isDirty, isSending, onSubmit } = useRecordForm({
    form: {
      ...settingsForm,
      update: async (_, body, options) =>
        take(
          await api(
            'PUT /api/admin/school-settings',
            { body: { ...body, version: body.version ?? 0 } },
            options,
          ),
        ),
      find: async () => take(await api('GET /api/admin/school-settings')),
    },
    item: currentRecord,
    draft: continued,
    onSaved: () => {
      const answer = queryClient.getQueryData<{ data: CurrentSchoolSettings }>(settingsKey)
      if (answer) settle(settingsRecord(answer.data))
      void queryClient.invalidateQueries({ queryKey: ['GET /api/school'] })
    },
  })
  const { leave, question } = useLeaving(isDirty, () => settle(parts.base ?? currentRecord))
  const { form, base } = parts

  // A newer version from the server fills the form, unless somebody has typed a change.
  const isNewer = base !== null && current.version > base.version && !isDirty
  useEffect(() => {
    if (isNewer) settle(currentRecord)
  })

  return (
    <>
      <DraftNote<null, SettingsValues>
        form={settingsForm.name}
        said={() => 'We’ve kept what you typed in the settings.'}
        defaults={() => valuesOf(settingFields, currentRecord)}
        onContinue={({ values }) => setContinued(values)}
      />
      <div className="grid items-start gap-8 xl:grid-cols-[1.6fr_1fr]">
        <form
          noValidate
          aria-label="School settings"
          className="flex min-w-0 flex-col gap-8"
          onSubmit={onSubmit}
        >
          {notice}
          <SettingsFields parts={parts} current={current} />
          <div
            className={cx(
              'z-1 -mx-4 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-sunk px-4 py-3',
              // A form with changes keeps its buttons in view. Otherwise they are at its end, where they cover nothing.
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
              onClick={leave}
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
            Preview
          </h2>
          <SettingsPreview values={useWatch({ control: form.control }) as SettingsValues} />
        </section>
      </div>
      {question}
    </>
  )
}

function SettingsFields({
  parts,
  current: { mayEditMoney, mayLeaveSite },
}: {
  parts: FormParts<SettingsRecord, typeof settingFields>
  current: CurrentSchoolSettings
}) {
  const input = (name: keyof SchoolSettingsForm, more: Attributes = {}) =>
    parts.input(name, {
      ...more,
      readOnly: !mayEditMoney && (ownersSettings as readonly string[]).includes(name),
    })
  const inputs = (...names: (keyof SchoolSettingsForm)[]) => names.map((name) => input(name))
  return (
    <>
      <Group title="The school" note="Shown in the header, in the footer and in every e-mail.">
        {inputs('name', 'city', 'tagline', 'headline')}
      </Group>
      <Group title="Contact details" note="Shown on the contact page, in the footer and on the offline page.">
        {inputs('phone', 'whatsapp')}
        {input('email', {
          hint: mayEditMoney ? 'Messages for the school go to this address.' : 'Only an owner can change it.',
        })}
        {inputs('address', 'mapQuery', 'geo', 'whatToBring')}
      </Group>
      <Group title="E-mails" note="How e-mails to visitors begin and end.">
        {inputs('senderName', 'signature')}
      </Group>
      <Group title="Links" note="Blank social links aren’t shown.">
        {inputs('instagram', 'facebook', 'youtube', 'shopUrl')}
        {!mayLeaveSite && (
          <Note className={wide}>
            Only an owner can send people to another site to sign up or reset their password. You can use a
            path on this site, such as /signup.
          </Note>
        )}
        {inputs('signUpUrl', 'forgotPasswordUrl')}
      </Group>
      <Group
        title="Parts of the site"
        note="A part that is switched off is in no menu and on no page. What was sold stays reachable for its buyer."
      >
        {inputs('hasHall', 'hasStore', 'hasJournal', 'hasPopup', 'hasSampleShop')}
      </Group>
      <Group title="Times" note="Changes apply from the next seat, offer or visit.">
        {inputs(
          'holdHours',
          'offerHours',
          'groupMax',
          'confirmFirst',
          'unprovedShare',
          'unprovedPieces',
          'popupDays',
        )}
      </Group>
      <Group title="Deliveries" note="Zones, times and closed days are in the Delivery section.">
        {inputs('deliveryDaysAhead', 'makingHours')}
      </Group>
      <Group title="Money" note="UPI payments go to this account.">
        {!mayEditMoney && (
          <Note className={wide}>Only an owner can change the school’s payment details.</Note>
        )}
        {inputs('upiId', 'upiName')}
      </Group>
    </>
  )
}

function Group({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-display text-lg">{title}</legend>
      <p className="mb-4 text-sm text-ink-soft">{note}</p>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

const mark = logo()

function SettingsPreview({ values }: { values: SettingsValues }) {
  const social = [
    ['Instagram', values.instagram],
    ['Facebook', values.facebook],
    ['YouTube', values.youtube],
  ].filter(([, address]) => address?.trim() !== '')
  return (
    <div className="flex flex-col gap-4 wrap-anywhere">
      <Card className="flex items-center gap-3 p-4">
        <Drawing svg={mark} className="size-10 shrink-0 text-rose [&>svg]:size-full" />
        <p className="min-w-0 leading-tight">
          <span className="block font-display text-lg">{values.name || 'Name'}</span>
          <span className="block text-sm text-ink-soft">{values.city}</span>
        </p>
      </Card>
      <Card className="p-4">
        <p className="font-bold">Contact</p>
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {[
            ['Phone', values.phone],
            ['WhatsApp', values.whatsapp],
            ['E-mail', values.email],
            ['Map', values.mapQuery],
          ].map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-soft">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <div className="night petal bg-night p-4">
        <p className="font-display text-lg">{values.name}</p>
        <p className="text-on-night-soft">{values.tagline}</p>
        <p className="mt-2 text-on-night-soft">
          {social.length === 0 ? 'No social links' : social.map(([name]) => name).join(' · ')}
        </p>
        <p className="mt-2 font-bold">Find us</p>
        {linesOf(values.address).map((line) => (
          <p key={line} className="text-on-night-soft">
            {line}
          </p>
        ))}
        <p className="mt-2 text-sm text-on-night-soft">© 2024 {values.name}. All rights reserved.</p>
      </div>
      <Card className="p-4">
        <p className="mb-3 text-center font-bold">Scan to pay {values.upiName || values.name}</p>
        <UpiCode
          id={values.upiId}
          uri={upiUri(
            { id: values.upiId, name: values.upiName || values.name },
            { amount: '1.00', reference: 'PREVIEW', title: 'Preview' },
          )}
        />
      </Card>
    </div>
  )
}
