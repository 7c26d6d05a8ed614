import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { TestApp } from '../../harness/app.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'

let token: string
test.beforeEach(async ({ page, school }) => {
  token = (await beSignedIn(page, school, 'owner')).token
})

const main = (page: Page) => page.getByRole('main')
const card = (page: Page, title: string) => main(page).getByRole('listitem', { name: title })

async function addClass(school: TestApp, title: string): Promise<string> {
  const body = {
    title,
    description: 'For one test.',
    price: 100,
    duration: '1 hour',
    sessions: 1,
    nextbatch: '2031-06-01',
    category: 'Workshops',
  }
  const answer = await school.http('POST', '/api/admin/AdminClasses/Add', { token, body })
  return answer.body.data.id
}

/**
 * Measures from the section's title, or from the list's own heading if a page has several lists, to the first record.
 * Notes that something needs a decision do not count. Null until the section has a record.
 */
function spaceAboveRecords() {
  const topOf = (element: Element) => element.getBoundingClientRect().top
  for (const list of document.querySelectorAll('main section[aria-labelledby]:not([data-seen])')) {
    const record = list.querySelector('tbody tr, ul > li')
    const label = document.getElementById(list.getAttribute('aria-labelledby') ?? '')
    const title = label?.tagName === 'H2' ? label : document.querySelector('h1')
    if (!record || !title) continue
    const notes = [...document.querySelectorAll('main [data-note]')].filter(
      (note) => topOf(note) > topOf(title) && topOf(note) < topOf(record),
    )
    return topOf(record) - topOf(title) - notes.reduce((sum, note) => sum + note.clientHeight, 0)
  }
  return null
}

test('the first record of each list stands near the title of its section @both', async ({ page }) => {
  test.slow()
  const max = (page.viewportSize()?.width ?? 0) < 640 ? 420 : 300
  const sections =
    'orders products classes feedback instructors event-class-enrollments students visitors subscribers ' +
    'category-visitor-list custom-requests outbox recipes delivery coupons money blog impact office-timing ' +
    'status-feedback rooms'
  await open(page, '/admin')
  for (const id of sections.split(' ')) {
    await page.evaluate((hash) => {
      // The previous section stays until the next one has its code.
      for (const list of document.querySelectorAll('main section')) list.setAttribute('data-seen', '')
      location.hash = hash
    }, id)
    await expect.poll(() => page.evaluate(spaceAboveRecords), { message: id }).not.toBeNull()
    expect(await page.evaluate(spaceAboveRecords), id).toBeLessThanOrEqual(max)
  }
})

test('on a phone twenty records take at most 6,000 px; a list with search results comes before an empty list @phone', async ({
  page,
}) => {
  test.slow()
  const sections = ['orders', 'event-class-enrollments', 'students', 'money', 'outbox', 'products', 'recipes']
  for (const section of sections) {
    await open(page, `/admin#${section}`)
    const cards = main(page).getByRole('listitem')
    await expect.poll(() => cards.count(), { message: section }).toBeGreaterThan(12)
    const heights = await main(page)
      .getByRole('list')
      .evaluateAll((lists) =>
        lists
          .filter(({ children }) => children.length > 12)
          .map((list) => {
            // A card that was never in view has only an estimated height, so each card is laid out first.
            for (const card of list.children) (card as HTMLElement).style.contentVisibility = 'visible'
            return (list.getBoundingClientRect().height / list.children.length) * 20
          }),
      )
    for (const height of heights) expect(height, section).toBeLessThanOrEqual(6000)
  }
  await open(page, '/admin#orders')
  await main(page)
    .getByRole('button', { name: /^Show more of / })
    .first()
    .click()
  await expect(main(page).getByText('Total', { exact: true })).toBeVisible()
  await expect(main(page).getByRole('link', { name: /^WhatsApp/ })).toBeVisible()

  // The class enrollments come first, because only they have a hit for the search.
  await open(page, '/admin#event-class-enrollments')
  await page.getByLabel('Search enrolments').fill('Aarthi Thomas')
  const titles = main(page).getByRole('heading', { level: 2 })
  await expect(titles).toHaveText(['Class Enrollments', 'Event Enrollments'])
})

test('on a tablet a record is a row of two lines, and the main button stands beside the search', async ({
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 768, height: 1024 })
  await open(page, '/admin')
  const sections =
    'orders products classes feedback instructors event-class-enrollments students category-visitor-list ' +
    'custom-requests outbox recipes delivery coupons money blog status-feedback rooms'
  for (const id of sections.split(' ')) {
    await page.evaluate((hash) => {
      for (const list of document.querySelectorAll('main section')) list.setAttribute('data-seen', '')
      location.hash = hash
    }, id)
    const list = main(page).locator('section:not([data-seen])')
    const rows = list.locator('ul[aria-labelledby] > li')
    await expect.poll(() => rows.count(), { message: id }).toBeGreaterThan(0)
    const heights = await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).offsetHeight))
    expect(Math.max(...heights), id).toBeLessThanOrEqual(58)
    const button = main(page).locator('[data-main]')
    if ((await button.count()) === 0) continue
    const search = await main(page).getByRole('searchbox').first().boundingBox()
    expect((await button.first().boundingBox())?.y, id).toBe(search?.y)
  }
})

test('a toast about a list that could not be loaded covers nothing of the sentence in its place @both', async ({
  page,
  problems,
  wire,
}) => {
  problems.allow(/500/)
  await wire.answer('GET /api/admin/orders', { status: 500 })
  await open(page, '/admin#orders')
  await expect(main(page).getByText('We couldn’t load the orders')).toBeVisible()
  await expect(toastOf(page)).toContainText('Failed to fetch data. Please try again.')
  const covered = () =>
    page.evaluate(() => {
      const toast = document.querySelector('[data-toast]')?.getBoundingClientRect() ?? new DOMRect()
      return [...document.querySelectorAll('main [data-empty] > *')]
        .filter((part) => {
          const box = part.getBoundingClientRect()
          const isBeside = box.right <= toast.left || box.left >= toast.right
          return !isBeside && box.bottom > toast.top && box.top < toast.bottom
        })
        .map(({ textContent }) => textContent)
    })
  await expect.poll(covered).toEqual([])
})

test('classes can be deleted in bulk with Undo, edited despite a colleague’s change, and exported completely', async ({
  page,
  school,
  problems,
}) => {
  problems.allow(/409/)
  await addClass(school, 'Spare one')
  await addClass(school, 'Spare two')
  const id = await addClass(school, 'Contested')
  await open(page, '/admin#classes')
  for (const title of ['Spare one', 'Spare two', 'Table Flowers for the Home']) {
    await page.getByLabel(`Select ${title}`).check()
  }
  await expect(main(page).getByText('3 selected')).toBeVisible()
  await main(page).getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Delete 3 classes?')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText('1 of 3 failed')
  await expect(dialog).toContainText(/Table Flowers for the Home: .*seat/)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(card(page, 'Spare one')).toBeHidden()
  await expect(toastOf(page)).toContainText('2 classes deleted successfully')
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, 'Spare one')).toBeVisible()
  await expect(card(page, 'Spare two')).toBeVisible()

  // The selection bar disappears together with its focused button, so the focus moves to the number of rows. No element
  // stays inert after the question.
  const rows = main(page).getByText(/^(?:First )?\d+ classes$/)
  await main(page).getByRole('button', { name: 'Clear selection' }).click()
  await expect(rows).toBeFocused()
  await page.getByLabel('Select Spare one').check()
  await main(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows).toBeFocused()
  await expect(page.locator('[inert]')).toHaveCount(0)

  await page.getByRole('button', { name: 'Edit Contested' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Class' })
  await form.getByLabel('Duration').fill('2 hours')
  const theirs = { price: 250, duration: '90 minutes' }
  await school.http('PUT', `/api/admin/AdminClasses/${id}`, { token, body: theirs })

  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(form).toContainText('Someone else changed this class.')
  await expect(form.getByRole('row', { name: /Price/ })).toContainText('250')
  await expect(form.getByRole('row', { name: /Price/ })).toContainText('not changed')
  await expect(form.getByRole('row', { name: /Duration/ })).toContainText('90 minutes')
  await expect(form.getByRole('row', { name: /Duration/ })).toContainText('2 hours')

  await form.getByRole('button', { name: 'Keep mine' }).click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastOf(page)).toContainText('Class updated successfully')
  const { body } = await school.http('GET', '/api/admin/AdminClasses', { token })
  expect(body.find((one: { id: string }) => one.id === id)).toMatchObject({ price: 250, duration: '2 hours' })

  // No cell of the exported file is a formula.
  for (let n = 1; n <= 50; n++) await addClass(school, `=Class ${n}`)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByLabel('Search classes').fill('=class')
  await expect(main(page).getByText('First 48 classes')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^classes-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(51)
  expect(lines[0]).toContain('Title,Category,Next batch')
  expect(lines.slice(1).every((line) => line.startsWith("'=Class"))).toBe(true)
})

test('a deleted class is restored by Undo and from the bin, and the audit log shows each step @phone', async ({
  page,
  school,
}) => {
  await addClass(school, 'A short-lived class')
  const remove = async () => {
    await page.getByRole('button', { name: 'Show more of A short-lived class' }).click()
    await page.getByRole('button', { name: 'Delete A short-lived class' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toastOf(page)).toContainText('Class deleted successfully')
    await expect(card(page, 'A short-lived class')).toBeHidden()
  }
  await open(page, '/admin#classes')
  await remove()
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page)).toContainText('Restored')
  await expect(card(page, 'A short-lived class')).toBeVisible()
  await remove()

  await open(page, '/admin#bin')
  await page.getByRole('button', { name: 'Restore A short-lived class' }).click()
  await expect(toastOf(page)).toContainText('“A short-lived class” is back')
  await expect(page.getByRole('button', { name: 'Restore A short-lived class' })).toBeHidden()

  await open(page, '/admin#audit')
  await page.getByLabel('Search the log').fill('short-lived')
  await expect(main(page).getByText('5 entries')).toBeVisible()
  await expect(main(page).getByText('Restored')).toHaveCount(2)

  await open(page, '/admin#classes')
  await page.getByRole('button', { name: 'View A short-lived class' }).click()
  await page.getByRole('dialog').getByText('History').click()
  await expect(page.getByRole('dialog').getByText('Restored')).toHaveCount(2)
})

test('an import checks its file row by row, and taking the import back deletes all but changed classes', async ({
  page,
  school,
}) => {
  await open(page, '/admin#classes')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import classes' })
  const choose = (name: string, text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('wrong.csv', 'Name,Price\nGarlands,100')
  await expect(dialog).toContainText('These columns are missing: “Title”')

  // Two columns have the same name, so the dialog asks staff to choose one. The lines of a letterhead come before the
  // columns.
  await choose(
    'twice.csv',
    'sep=;\nMalar, Chennai\n\nTitle;Next batch;Price;Duration;Description;Price\nRoses;14-Dec-31;x;1 hour;Tied;900\n',
  )
  await dialog.getByLabel('Column Price').selectOption('Column 6 (for example, 900)')
  await expect(dialog).toContainText('This row can be imported.')

  const head = 'Title,Next batch,Price,Duration,Description'
  await choose(
    'classes.csv',
    `${head}\nPapaya Garlands,16/01/2031,1850,3 hours,"Tied, by hand"\n\nOrchid Care and Arrangement,2031-01-17,a lot,,x\n`,
  )
  await expect(dialog).toContainText('1 of 2 rows can be imported.')
  await expect(dialog.getByRole('row', { name: /^4 Price/ })).toContainText('Enter a price of 0 or more')
  await expect(dialog.getByRole('row', { name: /^4 Duration/ })).toContainText('Duration is required')
  const titles = async () =>
    ((await (await fetch(`${school.url}/api/courses`)).json()) as { title: string }[]).map(
      ({ title }) => title,
    )
  expect(await titles()).not.toContain('Papaya Garlands')

  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  // The dialog shows the skipped row before it closes, and staff can download the row.
  const result = page.getByRole('alertdialog', { name: '1 of 2 rows imported' })
  await expect(result).toContainText('1 row was skipped.')
  await expect(result.getByRole('row', { name: /^4 Price/ })).toContainText('Enter a price of 0 or more')
  await expect(result.getByRole('button', { name: 'OK' })).toBeFocused()
  const [leftOut] = await Promise.all([
    page.waitForEvent('download'),
    result.getByRole('button', { name: 'Download the skipped row' }).click(),
  ])
  const csv = readFileSync(await leftOut.path(), 'utf8')
  expect(leftOut.suggestedFilename()).toBe('classes-left-out.csv')
  expect(csv).toMatch(
    /Orchid Care and Arrangement,.*a lot,.*"?Enter a price of 0 or more.*Duration is required/,
  )
  await result.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Papaya Garlands')).toBeVisible()
  expect(await titles()).toContain('Papaya Garlands')

  // Staff correct the mistakes in the downloaded file and import the file again.
  await page.getByRole('button', { name: 'Import' }).click()
  const mended = csv.replace('a lot,', '900,1 hour').replace('Orchid Care and Arrangement', 'Orchid Pots')
  await choose('mended.csv', mended)
  await expect(dialog).toContainText('Ignored columns: Problem.')
  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(toastOf(page)).toContainText('1 row imported.')
  await expect(card(page, 'Orchid Pots')).toBeVisible()

  school.deps.clock.advance(1000)
  const row = { price: '100', duration: '1 hour', description: 'From a file.', nextbatch: '2031-06-01' }
  const rows = ['Taken Garlands', 'Taken Torans'].map((title) => ({ ...row, title }))
  const bring = () =>
    school.http('POST', '/api/admin/AdminClasses/import', { token, body: { dryRun: false, rows } })
  await bring()
  const { id } = await school.db.read
    .selectFrom('course')
    .select('id')
    .where('title', '=', 'Taken Garlands')
    .executeTakeFirstOrThrow()
  const path = `/api/admin/AdminClasses/${id}`
  await school.http('PUT', path, { token, body: { duration: '2 hours' } })
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByRole('button', { name: 'Past imports' }).click()
  const files = page.getByRole('dialog', { name: 'Past imports', exact: true })
  const take = files.getByRole('button', { name: /^Undo the import/ }).first()
  await take.click()
  const question = page.getByRole('alertdialog', { name: /^Undo the import of/ })
  await expect(question).toContainText('We’ll move 2 records to the bin')
  await question.getByRole('button', { name: 'Undo import' }).click()
  const partly = page.getByRole('alertdialog', { name: 'Partly undone' })
  await expect(partly).toContainText(
    'Moved 1 record to the bin. We kept 1 record because it was changed or used:',
  )
  await expect(partly.getByRole('listitem')).toHaveText(['Taken Garlands'])
  await partly.getByRole('button', { name: 'OK' }).click()
  await expect(files).toBeVisible()

  await school.http('DELETE', path, { token })
  await take.click()
  await question.getByRole('button', { name: 'Undo import' }).click()
  await expect(toastOf(page)).toContainText('Import undone')
  await expect(files).toContainText(/Undone \w{3}/)
  await page.keyboard.press('Escape')
  await expect(files).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(card(page, 'Taken Torans')).toHaveCount(0)
})

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find sections, records and actions' })

test('the command palette opens sections, records and actions by keyboard, and sets the back office’s theme', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await open(page, '/admin#classes')
  await expect(card(page, 'Orchid Care and Arrangement')).toBeVisible()
  // The script of the command palette loads only when the palette is first opened.
  expect(scripts.filter((url) => url.includes('palette'))).toEqual([])
  const refresh = main(page).getByRole('button', { name: 'Refresh' })
  await refresh.focus()
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  expect(scripts.filter((url) => url.includes('palette'))).not.toEqual([])
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(refresh).toBeFocused()

  // The palette opens a section.
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type('audit')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit Log')
  await expect(main(page)).toBeFocused()

  // The palette starts an action.
  await page.keyboard.press('Meta+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type('add cl')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Add Class' })
  await expect(form.getByLabel('Title')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  // The server finds a record, and the palette opens the record in its section.
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type('orchid care')
  await expect(palette(page).getByRole('option', { name: /Orchid Care and Arrangement/ })).toBeVisible()
  await page.keyboard.press('Enter')
  const record = page.getByRole('dialog', { name: 'Orchid Care and Arrangement' })
  await expect(record).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(record).toBeHidden()
  await expect(page.getByLabel('Search classes')).toHaveValue('Orchid Care and Arrangement')
  await expect(main(page).getByText('1 class', { exact: true })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('#classes')

  // Arrow keys wrap around, and "?" opens the list of keys.
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(palette(page).getByRole('option', { selected: true })).toHaveText('Sign out')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await main(page).focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden()
  await main(page).focus()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search classes')).toBeFocused()
  await page.keyboard.type('?/')
  await expect(page.getByLabel('Search classes')).toHaveValue(/\?\/$/)

  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  const choose = async (wanted: 'dark' | 'light') => {
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(palette(page).getByRole('combobox')).toBeFocused()
    await page.keyboard.type(wanted)
    await page.keyboard.press('Enter')
    await expect.poll(theme).toBe(wanted)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ground()).not.toBe(light)
  await choose('light')
  expect(await ground()).toBe(light)
  await page.emulateMedia({ colorScheme: 'light' })
  await choose('dark')
  expect(await ground()).not.toBe(light)
  await page.reload()
  await expect.poll(theme).toBe('dark')
  await page.getByRole('link', { name: 'Back to Site' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(theme).toBeUndefined()
  expect(await ground()).toBe(light)
})
