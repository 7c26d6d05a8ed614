import * as z from 'zod/mini'
import { normaliseCategory } from './course-facts.ts'
import { normaliseTextList } from './text-list.ts'

/** A category on write: a blank one is stored as General (reading W8). */
export const courseCategory = z.pipe(
  z.nullish(z.string().check(z.maxLength(60, 'Please use at most 60 characters'))),
  z.transform((value) => (value?.trim() ? normaliseCategory(value) : 'General')),
)

const topicsMax = 60
const topicLengthMax = 200

export const featureTopics = z.pipe(
  z.union([z.string().check(z.maxLength(topicsMax * topicLengthMax)), z.array(z.unknown())]),
  z.transform((value, context) => {
    const topics = normaliseTextList(value)
    if (topics.length > topicsMax || topics.some((topic) => topic.length > topicLengthMax)) {
      context.issues.push({
        code: 'custom',
        message: `Please use at most ${topicsMax} features of ${topicLengthMax} characters each`,
        input: value,
      })
    }
    return topics
  }),
)
