import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { EditedPage } from '../../../../../contract/school/pages.ts'
import { openSection, press, type Wire } from '../../../../../tests/harness/back-office.tsx'
import {
  componentTests,
  demonstrationFallbacks,
  drawn,
  stubWire,
} from '../../../../../tests/harness/component.tsx'
import { useFallbacks } from '../../../../lib/fallbacks.ts'
import { PageEditor } from './page-editor.tsx'

componentTests()
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

const made = { by: 'asha@malar.example', at: '2026-03-02T06:30:00.000Z' }
const contact: EditedPage = {
  page: 'contact',
  published: { number: 3, ...made },
  draft: null,
  version: 7,
  content: { contactLead: 'Come by' },
  pictures: {},
}
const answered = (changes: Partial<EditedPage> = {}) => ({
  json: { success: true as const, data: { ...contact, ...changes } },
})
const draftOf = (contactLead: string) => ({ ...made, content: { contactLead } })

function openPage(wire: Wire) {
  wire.answer('GET /api/school', 'never')
  wire.answer('GET /api/admin/pages', 'never')
  wire.answer('GET /api/admin/pages/:page', answered())
  wire.answer('POST /api/admin/pages/:page/preview', {
    json: { success: true, data: { path: '/preview/x/contact', endsAt: made.at } },
  })
  return openSection(wire, 'pages?page=contact')
}
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Sentence below the heading')
const status = (words: string) =>
  screen.findByText((text, element) => element?.getAttribute('role') === 'status' && text === words)

describe('the editor of a page', () => {
  test('typed words are saved as a draft automatically, and published by one press', async () => {
    const wire = stubWire()
    const { user } = openPage(wire)
    const saved = wire.answer(
      'PUT /api/admin/pages/:page/draft',
      answered({ version: 8, draft: draftOf('Call us') }),
    )
    fireEvent.change(await field(), { target: { value: 'Call us' } })
    await status('Draft saved. Visitors don’t see it yet.')
    expect(saved.map(({ body }) => body)).toEqual([{ version: 7, content: { contactLead: 'Call us' } }])
    const published = wire.answer(
      'POST /api/admin/pages/:page/publish',
      answered({ version: 9, content: { contactLead: 'Call us' }, published: { number: 4, ...made } }),
    )
    await press(user, 'Publish')
    await screen.findByText('Visitors see it now.')
    expect(published.map(({ body }) => body)).toEqual([{ version: 8 }])
    await status('This is what visitors see.')
  })

  test('a text that is too long stays typed, is refused with a sentence, and cannot be published', async () => {
    const wire = stubWire()
    openPage(wire)
    wire.answer('PUT /api/admin/pages/:page/draft', answered())
    const long = 'x'.repeat(50_000)
    fireEvent.change(await field(), { target: { value: long } })
    await screen.findByText('Use at most 400 characters')
    expect((await field()).value).toBe(long)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true)
    await status('Correct the marked fields to save them.')
  })

  test('typed words are not lost without a connection, and a second try saves them', async () => {
    const wire = stubWire()
    const { user } = openPage(wire)
    wire.answer('PUT /api/admin/pages/:page/draft', 'offline')
    fireEvent.change(await field(), { target: { value: 'Call us' } })
    await screen.findByText('What you typed is still here.')
    expect((await field()).value).toBe('Call us')
    wire.answer('PUT /api/admin/pages/:page/draft', answered({ version: 8, draft: draftOf('Call us') }))
    await press(user, 'Try again')
    await status('Draft saved. Visitors don’t see it yet.')
  })

  test('a change of somebody else is shown beside the typed change, which can then replace it', async () => {
    const wire = stubWire()
    const { user } = openPage(wire)
    wire.answer('PUT /api/admin/pages/:page/draft', {
      status: 409,
      json: { error: 'Someone changed this page in the meantime.', code: 'conflict' },
    })
    const input = await field()
    wire.answer('GET /api/admin/pages/:page', answered({ version: 12, draft: draftOf('Theirs') }))
    fireEvent.change(input, { target: { value: 'Mine' } })
    await screen.findByText('Someone else changed this page.')
    expect(within(screen.getByRole('table')).getByText('Theirs', { selector: 'td' })).toBeDefined()
    expect(input.value).toBe('Mine')
    const saved = wire.answer(
      'PUT /api/admin/pages/:page/draft',
      answered({ version: 13, draft: draftOf('Mine') }),
    )
    await press(user, 'Keep mine')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.body).toEqual({ version: 12, content: { contactLead: 'Mine' } })
  })

  test('the pages of the site in the same tab show each change by Publish and Undo', async () => {
    const wire = stubWire()
    const said = (contactLead: string) => ({ ...demonstrationFallbacks, texts: { contactLead } })
    const published = (contactLead: string, version: number) =>
      answered({ version, content: { contactLead }, published: { number: version, ...made } })
    wire.answer('GET /api/admin/pages', 'never')
    wire.answer('GET /api/admin/pages/:page', answered({ draft: draftOf('Call us') }))
    wire.answer('POST /api/admin/pages/:page/preview', {
      json: { success: true, data: { path: '/preview/x/contact', endsAt: made.at } },
    })
    const Site = () => <p>{useFallbacks()?.texts.contactLead}</p>
    function Tab() {
      const [isSite, setSite] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setSite(!isSite)}>
            Turn
          </button>
          {isSite ? <Site /> : <PageEditor page="contact" />}
        </>
      )
    }
    const { user } = drawn(<Tab />, { fallbacks: said('Come by') })
    await field()
    wire.answer('POST /api/admin/pages/:page/publish', published('Call us', 8))
    wire.answer('GET /api/fallbacks', { json: said('Call us') })
    await press(user, 'Publish')
    await screen.findByText('Visitors see it now.')
    await press(user, 'Turn')
    await screen.findByText('Call us')
    wire.answer('POST /api/admin/pages/:page/versions/:number/restore', published('Come by', 9))
    wire.answer('GET /api/fallbacks', { json: said('Come by') })
    await press(user, 'Undo')
    await screen.findByText('Come by')
  })

  test('an earlier version is shown and published again', async () => {
    const wire = stubWire()
    const { user } = openPage(wire)
    const versions = [3, 2].map((number) => ({ number, ...made }))
    wire.answer('GET /api/admin/pages/:page/versions', {
      json: { success: true, data: { versions, hasMore: false } },
    })
    wire.answer('GET /api/admin/pages/:page/versions/:number', {
      json: {
        success: true,
        data: { number: 2, ...made, content: { contactLead: 'Earlier' }, pictures: {} },
      },
    })
    const restored = wire.answer(
      'POST /api/admin/pages/:page/versions/:number/restore',
      answered({ version: 8, content: { contactLead: 'Earlier' }, published: { number: 4, ...made } }),
    )
    await field()
    await press(user, 'Versions')
    const dialog = within(await screen.findByRole('dialog'))
    await press(user, 'Look at version 2', dialog)
    await dialog.findByText('Earlier')
    await press(user, 'Go back to version 2', dialog)
    await waitFor(() => expect(restored[0]?.body).toEqual({ version: 7 }))
    await waitFor(async () => expect((await field()).value).toBe('Earlier'))
  })
})
