import type { Page } from '@playwright/test'
import { expect, open, test } from '../../harness/browser.ts'
import { dialogOf } from '../../harness/enrolling.ts'

const main = (page: Page) => page.getByRole('main')
const hours = (page: Page) => main(page).getByRole('definition')
const days = (page: Page) => main(page).getByRole('term')

async function visitFromElsewhere(page: Page) {
  await open(page, '/privacy')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click()
  await expect(page).toHaveURL('/contact')
}

test('phone, e-mail, address and hours; a chat with its first words, and a call', { tag: '@phone' }, async ({
  page,
  school,
}) => {
  const of = (await school.http('GET', '/api/school')).body
  await open(page, '/contact')
  const card = (title: string) => main(page).getByRole('heading', { level: 2, name: title }).locator('..')
  await expect(card('Phone').getByRole('link')).toHaveAttribute('href', `tel:${of.phone.replace(/\s/g, '')}`)
  await expect(card('Phone').getByRole('link')).toHaveText(of.phone)
  await expect(card('Email').getByRole('link')).toHaveAttribute('href', `mailto:${of.email}`)
  for (const line of of.address) await expect(card('Address')).toContainText(line)
  await expect(card('Business Hours').getByRole('term')).toHaveCount(7)

  const chat = main(page).getByRole('link', { name: 'WhatsApp Order' })
  await expect(chat).toHaveAttribute('target', '_blank')
  const link = new URL((await chat.getAttribute('href')) ?? '')
  expect(link.host + link.pathname).toBe(`wa.me/${of.whatsapp.replace(/\D/g, '')}`)
  expect(link.searchParams.get('text')).toMatch(/order flowers/)
  await expect(main(page).getByRole('link', { name: 'Call Now' })).toHaveAttribute('href', /^tel:\+91\d+$/)
})

test('hours come from the server in 12-hour form; a holiday is Closed, in red', async ({ page, wire }) => {
  const time = (day: string, open: string, close: string, is_holiday = false) => ({
    id: day,
    office_day: day,
    open_time: open,
    close_time: close,
    is_holiday,
  })
  await wire.answer('GET /api/office-timing', {
    json: {
      success: true,
      data: [
        time('Monday', '09:00', '20:30'),
        time('Tuesday', '12:00', '23:59'),
        time('Wednesday', '00:15', '12:05'),
        time('Sunday', '10:00', '18:00', true),
      ],
    },
  })
  await open(page, '/contact')
  await expect(days(page)).toHaveText(['Monday', 'Tuesday', 'Wednesday', 'Sunday'])
  await expect(hours(page)).toHaveText([
    '9:00 AM - 8:30 PM',
    '12:00 PM - 11:59 PM',
    '12:15 AM - 12:05 PM',
    'Closed',
  ])
  const colorOf = (nth: number) =>
    hours(page)
      .nth(nth)
      .evaluate((element) => {
        const pixel = new OffscreenCanvas(1, 1).getContext('2d')
        if (!pixel) throw new Error('no canvas')
        pixel.fillStyle = getComputedStyle(element).color
        pixel.fillRect(0, 0, 1, 1)
        return [...pixel.getImageData(0, 0, 1, 1).data]
      })
  const [red = 0, green = 0, blue = 0] = await colorOf(3)
  expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  const [ink = 0, , inkBlue = 0] = await colorOf(0)
  expect(ink).toBeLessThan(2 * inkBlue)
})

test('the map loads when it is asked for, and never before; Open Map leads to it in a new tab', async ({
  page,
  context,
  problems,
}) => {
  // The tests' own first script asks for storage, which a frame of another site does not get.
  problems.allow(/'localStorage' property/)
  const asked: string[] = []
  await context.route(/google\.com/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Map</title>' })
  })
  await open(page, '/contact')
  const outside = main(page).getByRole('link', { name: 'Open Map' })
  await expect(outside).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\/search\//)
  await expect(outside).toHaveAttribute('target', '_blank')
  await outside.scrollIntoViewIfNeeded()
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(asked).toEqual([])
  await main(page).getByRole('button', { name: 'Show the map here' }).click()
  await expect(page.locator('iframe')).toHaveAttribute('title', /^Map: /)
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toContain('output=embed')
})

for (const [from, press] of [
  ['/contact', 'Send an enquiry'],
  ['/#venue', 'Ask about the hall'],
] as const) {
  test(`the enquiry form on ${from}: its refusals, then thanks, and a row for the back office`, async ({
    page,
    school,
  }) => {
    await open(page, from)
    await main(page).getByRole('button', { name: press }).click()
    const dialog = dialogOf(page)
    const send = dialog.getByRole('button', { name: 'Send enquiry' })
    await send.click()
    for (const sentence of ['Name is required', 'Email is required', 'Phone number is required'])
      await expect(dialog.getByText(sentence)).toBeVisible()
    await expect(dialog.getByLabel('Full Name')).toBeFocused()
    await dialog.getByLabel('Full Name').fill('Sundar Enterprises')
    await dialog.getByLabel('Email').fill('events@sundar.example')
    await dialog.getByLabel('Phone Number').fill('9876501234')
    await dialog.getByLabel('It is about').selectOption({ label: 'A corporate event' })
    await dialog.getByLabel('Your question').fill('Forty people on the 12th of May?')
    await expect(dialog.getByLabel('Website')).toBeHidden()
    await send.click()
    await expect(dialog).toHaveAccessibleName('Thank you!')
    const rows = await school.db.read
      .selectFrom('enquiry')
      .selectAll()
      .where('email', '=', 'events@sundar.example')
      .execute()
    expect(rows).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toHaveCount(0)
  })
}

test('an enquiry that fails loses nothing, and can be sent again', async ({ page, wire }) => {
  await wire.answer('POST /api/categoryuserdata', { status: 500 })
  await visitFromElsewhere(page)
  await main(page).getByRole('button', { name: 'Send an enquiry' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Full Name').fill('Sundar Enterprises')
  await dialog.getByLabel('Email').fill('events@sundar.example')
  await dialog.getByLabel('Phone Number').fill('9876501234')
  await dialog.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nothing you typed is lost.')
  await expect(dialog.getByLabel('Email')).toHaveValue('events@sundar.example')
  await wire.restore('POST /api/categoryuserdata')
  await dialog.getByRole('button', { name: 'Send enquiry' }).click()
  await expect(dialog).toHaveAccessibleName('Thank you!')
})
