import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { wrapped } from '../primitives.ts'
import { previewAddress } from '../record-endpoints.ts'
import { openingNeeds } from './opening-needs.ts'

/** The steps that set up a new school, in order. The last two are listed only after the site is open. */
export const setUpItems = [
  'school',
  'hours',
  'payments',
  'home-page',
  'letters',
  'first-class',
  'trial',
  'open',
  'backup',
  'second-factor',
] as const
export type SetUpItem = (typeof setUpItems)[number]

export const setUp = z.object({
  /** The demonstration school has no items, because it is set up already. */
  items: z.array(
    z.object({
      id: z.enum(setUpItems),
      /** The stored data decide whether an item is `done`. An item is `later` if staff put it off. */
      state: z.enum(['open', 'done', 'later']),
    }),
  ),
  /**
   * The class that lacks the least until it can be sold. Left out if there is no class, or if a class can be sold
   * already.
   */
  unready: z.optional(
    z.object({ id: z.string(), title: z.string(), lacks: z.enum(['date', 'start-time', 'site']) }),
  ),
  isOpen: z.boolean(),
  /** The needs that are not met yet, so that the caller cannot open the site. */
  missing: z.array(z.enum(openingNeeds)),
})
export type SetUp = z.output<typeof setUp>

export const getSetUp = defineEndpoint('GET /api/admin/set-up', {
  summary: 'Get what is left to do before the school is set up',
  right: 'settings',
  response: wrapped(setUp),
})

export const putSetUpItem = defineEndpoint('PUT /api/admin/set-up/:item', {
  summary: 'Postpone a step of the set-up, or resume it',
  right: 'settings',
  params: z.object({ item: z.enum(setUpItems) }),
  body: z.object({ isPutOff: z.boolean('Choose yes or no') }),
  response: wrapped(setUp),
})

export const openSite = defineEndpoint('POST /api/admin/site/open', {
  summary:
    'Open the site to visitors. It needs the school’s name, city, address, phone and e-mail, and the owner’s two-factor sign-in.',
  right: 'payment-settings',
  confirms: 'password',
  errors: ['conflict'],
  response: wrapped(setUp),
})

export const beginPreview = defineEndpoint('POST /api/admin/site/preview', {
  summary: 'Get the address of a preview of the site. Anyone who has the address can open it for an hour.',
  right: 'settings',
  response: wrapped(previewAddress),
})
