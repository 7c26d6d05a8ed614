import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { neededAtDoor, neededOfRecipient } from '../orders/store-orders.ts'
import { id, line, wrapped } from '../primitives.ts'

export const savedRecipientsMax = 50

/** The fields have the same names as in the checkout. */
const recipientFields = {
  ...neededOfRecipient,
  address: neededAtDoor.address,
  area: neededAtDoor.area,
  landmark: z.optional(line(200)),
  pincode: neededAtDoor.pincode,
}

export const savedRecipient = z.object({
  id,
  label: z.string(),
  recipientName: z.string(),
  recipientPhone: z.string(),
  address: z.string(),
  area: z.string(),
  landmark: z.string(),
  pincode: z.string(),
})
export type SavedRecipient = z.output<typeof savedRecipient>

export const saveRecipientBody = z.object(recipientFields)
export type SaveRecipientBody = z.output<typeof saveRecipientBody>

/** An empty label is replaced by the recipient's name. */
export const changeRecipientForm = z.object({
  label: z.optional(line(120)),
  ...recipientFields,
})
export type ChangeRecipientForm = z.output<typeof changeRecipientForm>

export const listSavedRecipients = defineEndpoint('GET /api/recipients', {
  summary: 'List the caller’s saved recipients, sorted by name',
  access: 'user',
  part: 'store',
  response: wrapped(z.array(savedRecipient)),
})

export const saveRecipient = defineEndpoint('POST /api/recipients', {
  summary: 'Save a recipient. A recipient with the same name, phone number and address is saved only once.',
  access: 'user',
  part: 'store',
  body: saveRecipientBody,
  status: 201,
  errors: ['limit_reached'],
  response: wrapped(savedRecipient),
})

export const changeSavedRecipient = defineEndpoint('PUT /api/recipients/:id', {
  summary: 'Change one of the caller’s saved recipients',
  access: 'user',
  part: 'store',
  body: changeRecipientForm,
  errors: ['not_found'],
  response: wrapped(savedRecipient),
})

export const deleteSavedRecipient = defineEndpoint('DELETE /api/recipients/:id', {
  summary: 'Delete one of the caller’s saved recipients',
  access: 'user',
  part: 'store',
  errors: ['not_found'],
})
