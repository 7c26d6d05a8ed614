import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { imageBodyLimit, instant, numeric, picture, pictureText, version, wrapped } from '../primitives.ts'
import { previewAddress } from '../record-endpoints.ts'
import { pageContent, pageKeys } from './page-fields.ts'

export const pagePictureBytesMax = 10 * 1024 * 1024

const key = z.enum(pageKeys as [(typeof pageKeys)[number], ...typeof pageKeys])
const pageParams = z.object({ page: key })
const numberSentence = 'Enter the number of a version'
const versionParams = z.object({ page: key, number: numeric(/^\d{1,9}$/, numberSentence) })

/**
 * The author and the time of a version or a draft. `by` is the name of the author, or the e-mail address if no account
 * has it. `by` is null if the server made the first version itself.
 */
const made = { by: z.nullable(z.string()), at: instant }

const content = z.record(z.string(), z.unknown())

const state = z.object({
  page: key,
  /**
   * The newest published version; null if staff have published nothing, so that visitors see the page's own sentences.
   */
  published: z.nullable(z.object({ number: z.number(), ...made })),
  draft: z.nullable(z.object(made)),
  /** A number that every change of the draft and every publication raises. */
  version,
})
export type PageState = z.output<typeof state>

const edited = z.extend(state, {
  /** The published words and pictures. */
  content,
  draft: z.nullable(z.object({ ...made, content })),
  /** The pictures in the content and in the draft, by their ids. */
  pictures: z.record(z.string(), picture),
})
export type EditedPage = z.output<typeof edited>

export const listPages = defineEndpoint('GET /api/admin/pages', {
  summary: 'List the pages whose words and pictures staff edit, each with its state',
  right: 'site',
  response: wrapped(z.array(state)),
})

export const getPage = defineEndpoint('GET /api/admin/pages/:page', {
  summary: 'Get the words and pictures of a page, and its draft',
  right: 'site',
  params: pageParams,
  response: wrapped(edited),
})

const stale = 'Refresh the page and try again.'
const based = {
  version: z.number(stale).check(z.int(stale), z.gte(0, stale), z.lte(2_000_000_000, stale)),
}

export const savePageDraft = defineEndpoint('PUT /api/admin/pages/:page/draft', {
  summary:
    'Keep a draft of a page, which visitors do not see. `content` has all fields of the page; those that are left out are empty. Sending the published content discards the draft.',
  right: 'site',
  params: pageParams,
  body: z.object({ ...based, content: pageContent }),
  bodyLimit: 256 * 1024,
  errors: ['conflict'],
  response: wrapped(edited),
})

export const discardPageDraft = defineEndpoint('POST /api/admin/pages/:page/draft/discard', {
  summary: 'Discard the draft of a page',
  right: 'site',
  params: pageParams,
  body: z.object(based),
  errors: ['conflict'],
  response: wrapped(edited),
})

export const publishPage = defineEndpoint('POST /api/admin/pages/:page/publish', {
  summary: 'Publish the draft of a page as its newest version',
  right: 'site',
  params: pageParams,
  body: z.object(based),
  errors: ['conflict'],
  response: wrapped(edited),
})

const pageVersion = z.object({ number: z.number(), ...made })

export const listPageVersions = defineEndpoint('GET /api/admin/pages/:page/versions', {
  summary: 'List the published versions of a page, newest first',
  right: 'site',
  params: pageParams,
  query: z.object({ before: z.optional(numeric(/^[1-9]\d{0,8}$/, numberSentence)) }),
  response: wrapped(z.object({ versions: z.array(pageVersion), hasMore: z.boolean() })),
})

export const getPageVersion = defineEndpoint('GET /api/admin/pages/:page/versions/:number', {
  summary: 'Get the words and pictures of an earlier version of a page',
  right: 'site',
  params: versionParams,
  response: wrapped(z.extend(pageVersion, { content, pictures: z.record(z.string(), picture) })),
})

export const restorePageVersion = defineEndpoint('POST /api/admin/pages/:page/versions/:number/restore', {
  summary:
    'Publish an earlier version of a page again, as its newest version. Version 0 is the page before its first version. A draft stays.',
  right: 'site',
  params: versionParams,
  body: z.object(based),
  errors: ['conflict'],
  response: wrapped(edited),
})

export const previewPage = defineEndpoint('POST /api/admin/pages/:page/preview', {
  summary:
    'Get an address that shows a page with its draft, or with an earlier version. Anyone who has the address can open it for an hour.',
  right: 'site',
  params: pageParams,
  body: z.object({
    number: z.nullable(
      z.int(numberSentence).check(z.gte(0, numberSentence), z.lte(999_999_999, numberSentence)),
    ),
  }),
  response: wrapped(previewAddress),
})

export const addPagePicture = defineEndpoint('POST /api/admin/page-pictures', {
  summary: 'Store a picture for a page. A draft then names it by its id.',
  right: 'site',
  body: z.object({ image: pictureText }),
  bodyLimit: imageBodyLimit,
  rate: 'upload',
  status: 201,
  errors: ['image_too_large', 'unsupported_image'],
  response: wrapped(z.object({ id: z.string(), picture })),
})
