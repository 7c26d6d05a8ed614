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
  theSchool,
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

function openPage(wire: Wire, page: Partial<EditedPage> = {}) {
  wire.answer('GET /api/admin/pages', 'never')
  wire.answer('GET /api/admin/pages/:page', answered(page))
  wire.answer('POST /api/admin/pages/:page/preview', {
    json: { success: true, data: { path: '/preview/x/contact', endsAt: made.at } },
  })
  return openSection(wire, `pages?page=${page.page ?? 'contact'}`)
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
    const draft = { ...draftOf('Theirs'), by: 'Valli' }
    wire.answer('GET /api/admin/pages/:page', answered({ version: 12, draft }))
    fireEvent.change(input, { target: { value: 'Mine' } })
    await screen.findByText('Valli changed this page.')
    const row = screen.getByRole('row', { name: /^Sentence below the heading/ })
    expect(row.textContent).toBe('Sentence below the headingTheirsMine')
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

  test('a page that nobody has written shows the words that visitors read, and only changed words are saved', async () => {
    const wire = stubWire()
    openPage(wire, { content: {}, published: null })
    const saved = wire.answer('PUT /api/admin/pages/:page/draft', answered({ version: 8 }))
    const heading = await screen.findByLabelText<HTMLTextAreaElement>('Heading')
    expect(heading.value).toBe('Get in\nTouch')
    expect((await field()).value).toBe('Have a question? We’re happy to help.')
    fireEvent.change(heading, { target: { value: 'Come by' } })
    fireEvent.change(heading, { target: { value: 'Get in\nTouch' } })
    await status('This is what visitors see.')
    fireEvent.change(heading, { target: { value: '' } })
    await screen.findByText(/If you leave this blank, visitors read “Get in Touch”\.$/)
    fireEvent.change(heading, { target: { value: 'Come by' } })
    const body = { version: 7, content: { contactHeading: 'Come by' } }
    await waitFor(() => expect(saved.at(-1)?.body).toEqual(body))
  })

  test('of several files, one that is no picture is refused with the server’s sentence, and the others are added', async () => {
    const wire = stubWire()
    const { user } = openPage(wire, { page: 'hall', content: {} })
    vi.stubGlobal('createImageBitmap', async (file: File) => {
      if (file.type === 'image/svg+xml') throw new Error('no bitmap')
      return { width: 40, height: 30, close() {} }
    })
    const picture = { widths: [40], width: 40, height: 30, color: '#ccc' }
    let count = 0
    wire.answer('POST /api/admin/page-pictures', () => {
      const id = `p${++count}`
      return {
        status: 201,
        json: { success: true, data: { id, picture: { ...picture, base: `/uploads/${id}` } } },
      }
    })
    wire.answer('PUT /api/admin/pages/:page/draft', 'never')
    const input = await screen.findByLabelText(/^Pictures of the hall: choose more/)
    const file = (name: string, type: string) => new File(['x'], name, { type })
    fireEvent.change(input, {
      target: {
        files: [file('a.jpg', 'image/jpeg'), file('b.svg', 'image/svg+xml'), file('c.jpg', 'image/jpeg')],
      },
    })
    await screen.findByText('We can’t use that file. Choose a JPEG, PNG, WebP, AVIF or GIF picture.')
    expect(screen.getAllByLabelText(/^What picture \d shows/)).toHaveLength(2)
    await user.type(screen.getByLabelText('Size'), 'Big')
  })

  test('a blank field without standard words says that visitors see nothing', async () => {
    openPage(stubWire(), { page: 'hall', content: {} })
    const size = await screen.findByLabelText('Size')
    const described = (size.getAttribute('aria-describedby') ?? '').split(' ')
    const said = described.map((id) => document.getElementById(id)?.textContent).join(' ')
    expect(said).toContain('While this is blank, visitors see nothing here.')
  })

  const closed = { isOpen: false }
  const noHall = { parts: { ...theSchool.parts, hall: false } }
  const off = 'The hall is switched off. Visitors see this once you switch it on under Settings, Website.'
  const unopened = 'Visitors see this once you open the site.'
  test.each([
    ['contact', closed, unopened],
    ['hall', noHall, off],
    ['hall', { ...noHall, ...closed }, off],
    ['contact', noHall, 'This is what visitors see.'],
    ['opening', closed, 'This is what visitors see.'],
    ['opening', {}, 'Your site is open. Visitors see this page only while the site is closed.'],
  ] as const)('after Publish, the page %s at a school with %j says %s', async (page, school, sentence) => {
    const wire = stubWire()
    wire.answer('GET /api/school', { json: { ...theSchool, ...school } })
    const { user } = openPage(wire, { page, content: {}, published: null, draft: { ...made, content: {} } })
    wire.answer('POST /api/admin/pages/:page/publish', answered({ page, content: {}, version: 8 }))
    await press(user, 'Publish')
    await status(sentence)
    const toasted = sentence.startsWith('This is') ? 'Visitors see it now.' : sentence
    expect(await screen.findAllByText(toasted)).toHaveLength(toasted === sentence ? 2 : 1)
  })

  test('the message about a page goes when another page is opened', async () => {
    const wire = stubWire()
    const { user } = openPage(wire, { draft: draftOf('Call us') })
    wire.answer('POST /api/admin/pages/:page/publish', answered({ version: 8 }))
    await press(user, 'Publish')
    await screen.findByText('Visitors see it now.')
    await user.click(screen.getByRole('link', { name: 'All pages' }))
    await waitFor(() => expect(screen.queryByText('Visitors see it now.')).toBeNull())
  })

  test('the draft can be published while its preview is shown, and a refusal leads back to the form', async () => {
    const wire = stubWire()
    const reasons = [{ title: '', text: 'Yes' }]
    const { user } = openPage(wire, {
      page: 'classes',
      content: {},
      draft: { ...made, content: { reasons } },
    })
    const sentence = 'Why choose us, reason 1: enter a title'
    const published = wire.answer('POST /api/admin/pages/:page/publish', {
      status: 400,
      json: { error: sentence, code: 'validation_failed', fields: { 'content.reasons.0.title': sentence } },
    })
    const isPressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')
    await press(user, 'Preview')
    expect(isPressed('Preview')).toBe('true')
    await press(user, 'Publish')
    await waitFor(() => expect(published).toHaveLength(1))
    await waitFor(() => expect(isPressed('Edit')).toBe('true'))
    expect(await screen.findAllByText(sentence)).toHaveLength(2)
  })

  test('the page before its first publication is the last of the versions, and can be published again', async () => {
    const wire = stubWire()
    const { user } = openPage(wire)
    wire.answer('GET /api/admin/pages/:page/versions', {
      json: { success: true, data: { versions: [{ number: 3, ...made }], hasMore: false } },
    })
    const shown = wire.answer('GET /api/admin/pages/:page/versions/:number', {
      json: { success: true, data: { number: 0, by: null, at: '', content: {}, pictures: {} } },
    })
    const restored = wire.answer(
      'POST /api/admin/pages/:page/versions/:number/restore',
      answered({ version: 8, content: {}, published: { number: 4, ...made } }),
    )
    await field()
    await press(user, 'Versions')
    const dialog = within(await screen.findByRole('dialog'))
    await press(user, 'Look at the original page', dialog)
    await dialog.findByText('Have a question? We’re happy to help.')
    expect(shown[0]?.path).toBe('/api/admin/pages/contact/versions/0')
    await press(user, 'Go back to the original page', dialog)
    await waitFor(() => expect(restored[0]?.path).toBe('/api/admin/pages/contact/versions/0/restore'))
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
