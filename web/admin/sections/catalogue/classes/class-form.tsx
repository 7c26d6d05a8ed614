import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { courseCategories, courseDefaults } from '../../../../../contract/catalogue/course-facts.ts'
import {
  type AdminClass,
  classFields,
  classImageBytesMax,
} from '../../../../../contract/catalogue/courses.ts'
import { spanOf } from '../../../../../contract/catalogue/event-span.ts'
import { plural } from '../../../../../contract/plural.ts'
import { isSchoolDay } from '../../../../../contract/school-day.ts'
import { useSchoolToday } from '../../../../lib/use-school-today.ts'
import { FileField } from '../../../../ui/file-field.tsx'
import { anyway, pastDayQuestion } from '../../../batches/batch-form.tsx'
import { useClosedDaysQuestion } from '../../../batches/closed-days-question.ts'
import { type MailPromise, useMailPromise } from '../../../mail-promise.ts'
import type { PictureChoice } from '../../../picture-choice.ts'
import {
  area,
  box,
  choice,
  formFields,
  inRupees,
  linesOf,
  number,
  orNone,
  readBy,
  rulesOf,
  type TypedValues,
  text,
  unlessBlank,
} from '../../../record-fields.tsx'
import type { FormDefinition, FormParts } from '../../../record-form.tsx'
import { pictureOf } from './class-card.tsx'
import { QuestionsEditor, questionsSaid, readTypedQuestions, typedQuestions } from './questions-editor.tsx'

const features = readBy(linesOf, classFields.features.rule)
const faq = unlessBlank(readBy(readTypedQuestions, classFields.faq.rule))
const startTimeHint = 'When the batch starts, in the school’s time zone'
const noTimeHint = 'Without a start time, visitors see no time, and we can’t tell students when to come'
const { nextbatch: day, price, sessions, startTime } = classFields
const filled = { required: true }

const fields = formFields(
  classFields,
  {
    duration: { placeholder: '3 hours' },
    popular: { hint: 'Shows a “Popular” badge on the class', className: 'sm:col-span-2' },
    isOnSite: {
      hint: 'Untick this to hide the class from visitors, for example while you prepare it.',
    },
  },
  {
    category: choice('Category', courseCategories, filled),
    nextbatch: text('Next batch date', day.rule, { ...filled, type: 'date' }),
    price: number('Price (₹)', price.rule, { ...filled, ...inRupees }),
    sessions: {
      ...number('Sessions', sessions.rule, { ...filled, min: 1 }),
      start: String(courseDefaults.sessions),
    },
    features: {
      ...area('Features', features, { hint: 'One per line. Shown as “What you’ll learn”.' }),
      read: (item: AdminClass) => item.features.join('\n'),
      write: linesOf,
    },
    faq: {
      ...text('Questions', faq),
      start: typedQuestions([]),
      read: (item: AdminClass) => typedQuestions(item.faq),
      says: questionsSaid,
      write: readTypedQuestions,
    },
    capacity: {
      ...number('Capacity', z.string(), { hint: 'Seats in the next batch', min: 1 }),
      start: String(courseDefaults.capacity),
      // An empty field is an error: only the box "Unlimited" makes a class unlimited.
      write: (typed: string, { isUnlimited }: TypedValues) => (isUnlimited ? null : Number(typed)),
    },
    isUnlimited: {
      ...box('Unlimited'),
      read: (item: AdminClass) => item.capacity === null,
      write: () => undefined,
      clears: 'capacity',
    },
    meetsAnyway: anyway,
    startTime: orNone(
      text('Start time', startTime.rule, {
        type: 'time',
        hint: startTimeHint,
      }),
    ),
  },
)

const moreFields = ['capacity', 'isUnlimited', 'instructor', 'originalPrice', 'popular'] as const

const rules = rulesOf(fields).check(
  z.refine(
    ({ isUnlimited, capacity }) => isUnlimited === true || /^(?:[1-9]\d{0,3}|10000)$/.test(String(capacity)),
    {
      error: 'Enter a capacity of 1 or more, or choose Unlimited',
      path: ['capacity'],
      // This check runs even if other fields are invalid, so that all errors appear at once.
      when: () => true,
    },
  ),
)

function Layout({
  input,
  custom,
  fold,
  form,
  base,
  picture,
  pictureProps,
}: FormParts<AdminClass, typeof fields>) {
  const today = useSchoolToday()
  const told = useMailPromise()
  const [nextbatch, isUnlimited, category, time] = useWatch({
    control: form.control,
    name: ['nextbatch', 'isUnlimited', 'category', 'startTime'],
  })
  return (
    <>
      {input('title')}
      {input('category', { options: categoriesWith(category) })}
      <div className="field-row sm:grid-cols-2">
        {input('nextbatch', { hint: batchHint(base, nextbatch, today, told) })}
        {input('startTime', { hint: nextbatch && !time ? noTimeHint : startTimeHint })}
      </div>
      <div className="field-row grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] sm:grid-cols-3">
        {input('price')}
        {input('duration')}
        {input('sessions')}
      </div>
      {input('description')}
      {input('features')}
      <FileField
        {...pictureProps}
        {...(base && { hint: 'Under 5MB. We make it smaller before uploading. JPEG, PNG, WebP or AVIF.' })}
      />
      <p role="status" className="-mt-3 text-sm text-ink-soft empty:hidden">
        {picture.isBusy && 'Preparing the image…'}
        {squeezedText(picture)}
      </p>
      {input('isOnSite')}
      {fold(
        'Questions',
        ['faq'],
        custom('faq', (field, focus) => <QuestionsEditor focusBy={focus} {...field} />),
      )}
      {fold(
        'Seats, instructor and offer',
        moreFields,
        <div className="grid gap-5 sm:grid-cols-2">
          <div>
            {input('capacity', { disabled: isUnlimited })}
            {input('isUnlimited')}
          </div>
          {input('instructor')}
          {input('originalPrice')}
          {input('popular')}
        </div>,
      )}
    </>
  )
}

/**
 * Adds the class's own category to the categories that the form offers, because an import may have stored another
 * category.
 */
function categoriesWith(current: string): string[] {
  return [...new Set<string>([...courseCategories, current])]
}

function batchHint(
  base: AdminClass | null,
  day: string,
  today: string,
  told: MailPromise,
): string | undefined {
  if (base?.nextbatch == null) return undefined
  if (base.nextbatch < today) return 'The last batch has ended. Enter a new date to start a new batch.'
  if (day === base.nextbatch || base.enrolled === 0) return undefined
  return told(
    plural(base.enrolled, {
      one: 'We’ll e-mail the new date to the student in this batch.',
      other: `We’ll e-mail the new date to the ${base.enrolled} students in this batch.`,
    }),
    'You can send WhatsApp messages from Messages.',
  )
}

function squeezedText({ file, squeezedFrom }: PictureChoice): string | null {
  if (file === null || squeezedFrom === null) return null
  return `Reduced from ${bytesText(squeezedFrom)} to ${bytesText(file.size)}.`
}

function bytesText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

export const classForm: FormDefinition<AdminClass, typeof fields> = {
  wide: true,
  fields,
  rules,
  useAsks: () => {
    const closedDaysQuestion = useClosedDaysQuestion()
    return ({ nextbatch: day, startTime, duration }, base, today) => {
      const before = base?.nextbatch ?? null
      const isPast = pastDayQuestion('nextbatch', before, day, today)
      if (isPast || day === before || !isSchoolDay(day)) return isPast
      const from = startTime || null
      const { endDay, endTime } = spanOf({ day, time: from, duration })
      return closedDaysQuestion('nextbatch', [{ day, from, to: endDay === day ? endTime : null }], today)
    }
  },
  picture: {
    name: 'image',
    label: 'Image',
    bytesMax: classImageBytesMax,
    sentBytesMax: classImageBytesMax,
    editedBytesMax: Math.floor(0.1 * 1024 * 1024),
    tooLarge: { title: 'File too large', description: 'Please select an image smaller than 5MB' },
    unreadable: { title: 'Upload failed', description: 'Failed to process image. Please try again.' },
    of: pictureOf,
  },
  // A picture cannot be compared in words, so the note only says that somebody else changed the picture.
  differsBeyond: ({ image }, theirs) => {
    const others = { label: 'Picture', before: 'another one', mine: 'another one' }
    return image === theirs.image ? [] : [{ ...others, theirs: theirs.image ? 'new image' : '' }]
  },
  Layout,
}
