import * as z from 'zod/mini'
import { normaliseCategory } from './course-facts.ts'
import { nameList, text } from './primitives.ts'
import { normaliseTextList } from './text-list.ts'

/** A category on write: a blank one is stored as General (reading W8). */
export const courseCategory = z.pipe(
  z.nullish(text(60)),
  z.transform((value) => (value?.trim() ? normaliseCategory(value) : 'General')),
)

export const featureTopics = nameList(normaliseTextList, { countMax: 60, lengthMax: 200, what: 'features' })
