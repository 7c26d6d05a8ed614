import * as z from 'zod/mini'
import { courseCategories, courseDefaults } from '../../../../contract/course-facts.ts'
import { featureTopics } from '../../../../contract/course-rules.ts'
import { type AdminClass, classInput } from '../../../../contract/courses.ts'
import { timeOfDay } from '../../../../contract/primitives.ts'

/** B§5: "on edit compressed to at most 0.1MB", in bytes. */
export const editedImageBytesMax = Math.floor(0.1 * 1024 * 1024)

/** B§5: one feature per line, blank lines dropped. */
export function featureLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const { title, description, price, duration, sessions, nextbatch, instructor } = classInput.shape

function blankOr(schema: z.ZodMiniType, sentence: string) {
  return z
    .string()
    .check(z.refine((value) => value.trim() === '' || schema.safeParse(value).success, sentence))
}

/** Under which an unsaved form is kept. */
export const classFormName = 'class'

/** What the fields hold: text as typed, and boxes. */
export interface ClassFormValues {
  title: string
  category: string
  /** Rupees. */
  price: string
  duration: string
  sessions: string
  nextbatch: string
  description: string
  features: string
  capacity: string
  isUnlimited: boolean
  instructor: string
  originalPrice: string
  startTime: string
  isPopular: boolean
}

const rules = z
  .object({
    title,
    category: z.string(),
    price,
    duration,
    sessions,
    nextbatch,
    description,
    features: z.pipe(
      z.pipe(
        z.string(),
        z.transform((text): string | unknown[] => featureLines(text)),
      ),
      featureTopics,
    ),
    capacity: z.string(),
    isUnlimited: z.boolean(),
    instructor: blankOr(instructor, 'Please use at most 120 characters'),
    originalPrice: blankOr(price, 'Original price must be a number of 0 or more, with at most 2 decimals'),
    startTime: blankOr(timeOfDay, 'Please enter a time such as 10:30'),
    isPopular: z.boolean(),
  })
  .check(
    z.refine(
      ({ isUnlimited, capacity }) =>
        isUnlimited || (/^\d{1,5}$/.test(capacity) && Number(capacity) >= 1 && Number(capacity) <= 10_000),
      {
        error: 'Capacity must be a whole number of 1 or more',
        path: ['capacity'],
        // Beside the other fields' refusals, not after them.
        when: () => true,
      },
    ),
  )

/** The contract's rules, on what people type: it checks, and changes nothing. */
export const classForm = rules as z.ZodMiniType<unknown, ClassFormValues>

/** Fields that stand under "More" (reading S9). */
export const moreFields = ['capacity', 'instructor', 'originalPrice', 'startTime'] as const

/** What the form starts with: B§9 for a new class. */
export function formValues(item: AdminClass | null): ClassFormValues {
  if (item === null) {
    return {
      title: '',
      category: courseCategories[0],
      price: '',
      duration: '',
      sessions: String(courseDefaults.sessions),
      nextbatch: '',
      description: '',
      features: '',
      capacity: String(courseDefaults.capacity),
      isUnlimited: false,
      instructor: '',
      originalPrice: '',
      startTime: '',
      isPopular: false,
    }
  }
  return {
    title: item.title,
    category: item.category,
    price: rupeesTyped(item.price),
    duration: item.duration,
    sessions: String(item.sessions),
    nextbatch: item.nextbatch ?? '',
    description: item.description,
    features: item.features.join('\n'),
    capacity: item.capacity === null ? '' : String(item.capacity),
    isUnlimited: item.capacity === null,
    instructor: item.instructor ?? '',
    originalPrice: item.originalPrice === null ? '' : rupeesTyped(item.originalPrice),
    startTime: item.startTime ?? '',
    isPopular: item.popular,
  }
}

function rupeesTyped(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
}

export type ClassBody = z.input<typeof classInput>

/** What the form sends. Values have passed `classForm`. */
export function classBody(values: ClassFormValues): Omit<ClassBody, 'image'> {
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    price: Number(values.price),
    duration: values.duration.trim(),
    sessions: Number(values.sessions),
    features: featureLines(values.features),
    nextbatch: values.nextbatch,
    category: values.category,
    // Unlimited by explicit choice only (reading S5).
    capacity: values.isUnlimited ? null : Number(values.capacity),
    instructor: values.instructor.trim() || null,
    originalPrice: values.originalPrice.trim() === '' ? null : Number(values.originalPrice),
    popular: values.isPopular,
    startTime: values.startTime || null,
  }
}

/** The server's names of fields, as the form calls them. */
export function formFieldOf(serverField: string): keyof ClassFormValues | null {
  if (serverField === 'popular') return 'isPopular'
  const name = serverField.split('.')[0] ?? ''
  return name in formValues(null) ? (name as keyof ClassFormValues) : null
}

/** What the fields are called, in the order of the form. */
export const fieldLabels: Record<keyof ClassFormValues, string> = {
  title: 'Title',
  category: 'Category',
  nextbatch: 'Next batch date',
  price: 'Price (₹)',
  duration: 'Duration',
  sessions: 'Sessions',
  description: 'Description',
  features: 'Features',
  capacity: 'Capacity',
  isUnlimited: 'Unlimited',
  startTime: 'Start time',
  instructor: 'Instructor',
  originalPrice: 'Original price (₹)',
  isPopular: 'Popular',
}
