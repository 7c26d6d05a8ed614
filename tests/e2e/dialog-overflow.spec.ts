import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { pseudo } from '../../scripts/pseudo-language.mjs'
import { misfitsAt } from '../harness/accessibility.ts'
import { type TestApp, testNow } from '../harness/app.ts'
import { beSignedIn, expect, failed, open } from '../harness/browser.ts'
import { fillCart } from '../harness/buying.ts'
import { waitFor } from '../harness/letters.ts'
import { inPseudoLanguage } from '../harness/pseudo.ts'
import { giftPathOf, orderBody } from '../harness/store.ts'

inPseudoLanguage.use({ popupMayOpen: true })
// The page and the server have the same time: Monday 2 March 2026, 12:00 at the school.
inPseudoLanguage.beforeEach(({ page }) => page.clock.setFixedTime(testNow))

/**
 * Finds the first visible button with this name. A name that ends with a space is the beginning of the button's name.
 * "Change *" finds buttons for named records, such as "Change Kayal Devi", but not "Change password".
 */
const button = (page: Page, name: string) =>
  page
    .getByRole('button', {
      name: name.endsWith('*') ? new RegExp(`^${pseudo(name.slice(0, -1))}\\p{Lu}`, 'u') : pseudo(name),
      exact: !name.endsWith(' '),
    })
    .filter({ visible: true })
    .first()
const dialogOf = (page: Page) => page.getByRole('dialog')
const sendOf = (dialog: Locator) => dialog.locator('footer button, form [type=submit]').last()

/** The visible text fields of a dialog. */
const fieldsOf = async (dialog: Locator) =>
  dialog
    .locator('input:not([type=radio], [type=checkbox], [type=file]), textarea')
    .filter({ visible: true })
    .all()

/** Fills in the empty fields, chooses two seats, and adds a picture. */
async function fillIn(dialog: Locator, email: string): Promise<void> {
  const words: Record<string, string> = { email, tel: '9840012345', pincode: '600004', date: '' }
  for (const field of await fieldsOf(dialog)) {
    const { type, name } = await field.evaluate(({ type, name }: HTMLInputElement) => ({ type, name }))
    if (!(await field.inputValue())) await field.fill(words[name] ?? words[type] ?? 'Meena Krishnan')
  }
  for (const field of await dialog.locator('select').all()) {
    const isSeats = (await field.getAttribute('name')) === 'seats'
    if (isSeats || !(await field.inputValue())) await field.selectOption({ index: 1 })
  }
  const choice = dialog.getByRole('radio').first()
  if (await choice.isVisible()) await choice.check()
  const picture = dialog.locator('[type=file]')
  if ((await picture.count()) > 0)
    await picture.setInputFiles({ name: 'lilies.png', mimeType: 'image/png', buffer: await somePicture() })
}

const somePicture = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#7a5a1e' } })
    .png()
    .toBuffer()

/** Runs `during` while every call except GET fails as without a network. */
async function offline(page: Page, during: () => Promise<void>): Promise<void> {
  const calls = '**/api/**'
  await page.route(calls, (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    failed(page.context(), route.request().url())
    return route.abort('internetdisconnected')
  })
  await during()
  await page.unroute(calls)
}

/**
 * Makes the belongings of a signed-in visitor: two orders, a saved recipient, a place on a waiting list, and a cart.
 */
async function belongings(page: Page, school: TestApp) {
  const { email, userId, token } = await beSignedIn(page, school, 'user')
  await school.db.write.updateTable('user').set({ emailVerified: 1 }).where('id', '=', userId).execute()
  const { product } = await fillCart(page, school, 2)
  const { id: slotId } = await school.db.read
    .selectFrom('delivery_slot')
    .select('id')
    .where('way', '=', 'standard')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const lines = [{ productId: product.id, size: product.sizes[0]?.id ?? null, quantity: 1 }]
  const place = async () => {
    const body = orderBody({ email, slotId, lines })
    return (await school.http('POST', '/api/orders', { token, body })).body.data.id as string
  }
  const [due, delivered] = [await place(), await place()]
  for (const status of ['confirmed', 'delivered'] as const)
    await school.app.services.orders.setStatus(delivered, { status }, null)
  const { recipientName, recipientPhone, address, area, pincode } = orderBody()
  await school.http('POST', '/api/recipients', {
    token,
    body: { recipientName, recipientPhone, address, area, pincode },
  })
  const batches = await school.db.read
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.course_id')
    .select(['course_id', 'slug', 'starts_on', 'capacity', 'taken'])
    .where('starts_on', '>', '2026-03-12')
    .orderBy('starts_on')
    .execute()
  const full = batches.find(({ capacity, taken }) => capacity !== null && taken >= capacity)
  return {
    email,
    due: `/orders/${due}`,
    delivered: `/orders/${delivered}`,
    gift: await giftPathOf(school, due),
    full: `/classes/${full?.slug}`,
    place: `/waiting-list/${await waitFor(school, full?.course_id ?? '', 'waiting@mail.example')}`,
    event: `/calendar?day=${batches.find((one) => one.course_id !== full?.course_id)?.starts_on}`,
    product: `/store/${product.slug}`,
  }
}

type Look = (what: string) => Promise<void>
type Own = Awaited<ReturnType<typeof belongings>>

/**
 * Each dialog: the address of its page, the button that opens the dialog, and the dialog's title after each sending.
 */
const dialogsOf = (own: Own): [path: string, opener: string | null, ...titles: string[]][] => [
  ['/', null, 'Thank you!'],
  ['/contact', 'Send an enquiry', 'Thank you!'],
  ['/shop', 'Ask for a custom bouquet', 'Thank you!'],
  ['/classes', 'Enroll Now: ', 'Review your details', 'Enrolment received'],
  [own.full, 'Tell me when a seat opens', 'You’re on the list'],
  [own.due, 'Check or change details', 'Saved'],
  [own.gift, 'Tell us', 'Thank you'],
  [own.due, 'Cancel my order', 'Order cancelled'],
  [own.delivered, 'Remind me every year', 'Reminder set'],
  [own.delivered, 'Report a problem', 'We’re sorry about this'],
  ['/profile', 'Change *', 'Saved'],
]

/** Buttons outside of dialogs, each with the text that it shows: the menu, toasts, errors of forms, and questions. */
const pressesOf = (own: Own): [path: string, presses: Record<string, string>][] => [
  ['/', { 'Open menu': 'Sign Out' }],
  ['/terms', { Subscribe: 'Please enter your email address' }],
  ['/find', { 'Send me the links': '' }],
  [own.product, { 'Add to cart ': 'Added to your cart' }],
  ['/checkout', { Continue: '' }],
  ['/cart', { 'Remove ': ' removed' }],
  [own.place, { 'Leave the list': 'Yes, leave the list' }],
  [
    '/profile',
    {
      'Save details': 'Details saved',
      'Change password': 'Current password',
      'Save new password': '',
      'Change e-mail address': 'New e-mail address',
      'Send code': '',
      'Delete ': ' deleted',
    },
  ],
  ['/', { 'Open menu': 'Sign Out', 'Sign Out': 'Success' }],
  ['/signin', { 'Sign In': '' }],
  ['/signup', { 'Sign Up': '' }],
  ['/forgot-password', { 'Send code': '' }],
]

/** Opens a dialog, sends it with empty fields, and then fills it in. */
async function enter(page: Page, path: string, opener: string | null, email: string, look: Look) {
  await open(page, path)
  if (opener !== null) await button(page, opener).click()
  const dialog = dialogOf(page)
  await expect(dialog).toBeVisible()
  await look('opened')
  const fields = await fieldsOf(dialog)
  for (const field of fields) await field.fill('')
  if (fields.length > 0 && (await sendOf(dialog).isEnabled())) {
    await sendOf(dialog).click()
    await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
    await look('with errors')
  }
  await fillIn(dialog, email)
  await look('filled in')
  return dialog
}

/** Sends a dialog until it has its last title. The last sending is first tried without a network. */
async function walkThrough(
  page: Page,
  [path, opener, ...titles]: ReturnType<typeof dialogsOf>[number],
  email: string,
  look: Look,
): Promise<void> {
  const dialog = await enter(page, path, opener, email, look)
  for (const title of titles) {
    if (title === titles.at(-1) && opener !== null)
      await offline(page, async () => {
        await sendOf(dialog).click()
        await expect(dialog.getByRole('alert').last()).toBeInViewport()
        await look(`${title}, offline`)
      })
    await sendOf(dialog).click()
    await expect(dialog).toHaveAccessibleName(pseudo(title))
    await look(title)
  }
}

/** Leaves a booking at its payment, continues the held booking, and then tries to book once more. */
async function bookTwice(page: Page, own: Own, look: Look): Promise<void> {
  const dialog = await enter(page, own.event, 'Book Now: ', own.email, look)
  await sendOf(dialog).click()
  await expect(dialog).toHaveAccessibleName(pseudo('Payment'))
  await look('Payment')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look('Keep what you typed?')
  await button(page, 'Close and keep').click()
  await expect(dialog).toHaveCount(0)
  await look('Held seat')
  await button(page, 'Continue booking').click()
  await expect(dialog).toHaveAccessibleName(pseudo('Payment'))
  await look('Payment, again')
  await sendOf(dialog).click()
  await expect(dialog).toHaveAccessibleName(pseudo('Booking received'))
  await look('Booking received')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await button(page, 'Book Now: ').click()
  await fillIn(dialog, own.email)
  failed(page.context(), new URL('/api/seat-holds', page.url()).href)
  await sendOf(dialog).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await look('Booked already')
}

inPseudoLanguage(
  'dialogs, toasts and errors with texts that are 40 % longer fit into phones of 320 and 360 px',
  { tag: '@phone' },
  async ({ page, school, problems }) => {
    inPseudoLanguage.slow()
    // Playwright's trace requests the preview's bytes a second time, and the page's policy refuses that request.
    problems.allow(/^Connecting to 'blob:/)
    const own = await belongings(page, school)
    const found: string[] = []
    const lookAt =
      (name: string): Look =>
      async (what) => {
        found.push(...(await misfitsAt(page, `${name}, ${what},`, [320, 360])))
      }
    for (const dialog of dialogsOf(own)) {
      const name = dialog.slice(0, 2).join(' ')
      await inPseudoLanguage.step(name, () => walkThrough(page, dialog, own.email, lookAt(name)))
    }
    await inPseudoLanguage.step('two bookings', () => bookTwice(page, own, lookAt('Booking')))
    for (const [path, presses] of pressesOf(own))
      await inPseudoLanguage.step(path, async () => {
        await open(page, path)
        for (const [name, words] of Object.entries(presses)) {
          await button(page, name).click()
          const shown =
            words === ''
              ? page.locator('[aria-invalid=true], main [role=alert]')
              : page.getByText(pseudo(words))
          await expect(shown.filter({ visible: true }).first()).toBeVisible()
          await lookAt(path)(name)
        }
      })
    expect(found).toEqual([])
  },
)
