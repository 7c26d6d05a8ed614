import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { enrolmentSentences } from './enrolments.ts'
import { email, id, indianPhone, text, wrapped } from './primitives.ts'

export const waitingListForm = z.object({
  fullName: text(120, { required: enrolmentSentences.fullName }),
  email: email(),
  phone: indianPhone(enrolmentSentences.phone, enrolmentSentences.phoneInvalid),
})

export const waitingListBody = z.object({ ...waitingListForm.shape, courseId: id })

export const joinWaitingList = defineEndpoint({
  method: 'POST',
  path: '/api/waiting-list',
  summary: 'Ask to be told when a seat opens in the next batch of a course',
  access: 'public',
  body: waitingListBody,
  status: 201,
  rate: 'write',
  errors: ['not_found'],
  /** The same answer whether or not the address already waits: the list tells nobody's name. */
  response: wrapped(z.object({ courseTitle: z.string(), batch: z.string() })),
})
