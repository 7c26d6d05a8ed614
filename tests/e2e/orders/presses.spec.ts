import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { TestApp } from '../../harness/app.ts'
import { codeOfApp } from '../../harness/authenticator.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'
import { signedIn } from '../../harness/callers.ts'
import { addCourse, enrol } from '../../harness/seats.ts'

/**
 * These tests do the tasks of a school's week, each from the dashboard, and count the presses as
 * docs/behaviour/staff.md does.
 */

const phone = { email: 'kavya@mail.example', phone: '9876543219' }
const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

/** The documented numbers of presses of each task, at 1280 px and at 360 px. */
const documented = new Map(
  readFileSync('docs/behaviour/staff.md', 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, task = '', , wide, narrow]) => {
      const number = /^(\d+) /.exec(task)?.[1]
      return number ? [[Number(number), { wide: Number(wide), narrow: Number(narrow) }] as const] : []
    }),
)

type Hands = ReturnType<typeof handsOn>

const wide = { width: 1280, height: 800 }

/**
 * Counts a click or a tap as one press, a choice from a list as two presses, and typing as none. The walk runs at the
 * phone's width. Each press is also tried at 1280 px, except presses that open a part which is always open there.
 */
function handsOn(page: Page) {
  const narrow = page.viewportSize()
  if (!narrow) throw new Error('the window has no size')
  const presses = { wide: 0, narrow: 0 }
  const pressWide = async (at: Locator) => {
    await page.setViewportSize(wide)
    await at.click({ trial: true })
    await page.setViewportSize(narrow)
    presses.wide += 1
  }
  const pressNarrow = async (at: Locator) => {
    await at.click()
    presses.narrow += 1
  }
  const press = async (at: Locator) => {
    await pressWide(at)
    await pressNarrow(at)
  }
  return {
    presses,
    press,
    button: (name: string | RegExp, within: Page | Locator = main(page)) =>
      press(within.getByRole('button', { name, exact: true }).first()),
    async choose(at: Locator, option: string | { index: number }) {
      await pressWide(at)
      await at.selectOption(option)
      presses.wide += 1
      presses.narrow += 2
    },
    /** Opens the filters of a list. A keyboard opens them by the key F, which the dates are typed after. */
    async openFilters(first: string) {
      await page.setViewportSize(wide)
      await page.keyboard.press('f')
      await expect(main(page).getByLabel(first)).toBeFocused()
      await page.keyboard.press('Escape')
      await page.setViewportSize(narrow)
      await pressNarrow(
        main(page)
          .getByRole('button', { name: /^Filter/ })
          .first(),
      )
    },
    async section(name: string) {
      const link = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true })
      await pressWide(link)
      await pressNarrow(page.getByRole('button', { name: 'Open menu' }))
      await pressNarrow(link)
    },
    /** Opens a record through the command palette, in which `typed` is entered. */
    async find(typed: string, hit: RegExp) {
      await press(page.getByRole('button', { name: 'Search', exact: true }))
      await page.getByRole('combobox').fill(typed)
      await press(page.getByRole('option', { name: hit }).first())
    },
    /** Opens the menu at each width, because a change of the width closes the menu. */
    async menu(button: Locator, item: Locator) {
      await page.setViewportSize(wide)
      await button.click()
      await item.click({ trial: true })
      await page.keyboard.press('Escape')
      await page.setViewportSize(narrow)
      presses.wide += 2
      await pressNarrow(button)
      await pressNarrow(item)
    },
    async file(at: Locator, ...files: { name: string; mimeType: string; buffer: Buffer }[]) {
      const choosing = page.waitForEvent('filechooser')
      await press(at)
      await (await choosing).setFiles(files)
    },
  }
}

async function begin(page: Page, school: TestApp): Promise<void> {
  await beSignedIn(page, school, 'owner')
  await open(page, '/admin')
}

/**
 * Does a task, starting at the dashboard without toast or dialog, and compares the number of presses with the
 * documented number.
 */
async function task(page: Page, number: number, walk: (hands: Hands) => Promise<void>): Promise<void> {
  await test.step(`task ${number}`, async () => {
    await page.evaluate(() => {
      location.hash = ''
    })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    const earlier = toastOf(page).getByRole('button', { name: 'Dismiss' })
    if (await earlier.isVisible()) await earlier.click()
    await expect(dialog(page)).toHaveCount(0)
    const hands = handsOn(page)
    await walk(hands)
    expect.soft(hands.presses, `presses of task ${number}`).toEqual(documented.get(number))
  })
}

const csv = (...lines: string[]) => ({
  name: 'list.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

const picture = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 80, height: 80, channels: 3, background: 'tomato' } })
    .jpeg()
    .toBuffer(),
})

async function seatFor(school: TestApp, changes: Record<string, unknown> = {}) {
  const course = await addCourse(school, { title: 'Temple Garlands', price: 150_000 })
  return { course, seat: await enrol(school, course.id, { fullName: 'Kavya Rajan', ...phone, ...changes }) }
}

test('finding, moving, pricing, paying, correcting and cancelling a seat take as many presses as documented', {
  tag: '@phone',
}, async ({ page, school }) => {
  const { course, seat } = await seatFor(school)
  await school.db.transaction((tx) =>
    school.app.services.courses.addBatch(tx, { courseId: course.id, day: '2026-04-02', capacity: 5 }, null),
  )
  await begin(page, school)
  const kavya = (hands: Hands) => hands.find('+91 98765 43219', /Kavya Rajan/)
  const upper = () => dialog(page).last()

  await task(page, 7, async (hands) => {
    await kavya(hands)
    await expect(dialog(page).getByRole('heading', { name: 'Kavya Rajan' })).toBeVisible()
  })
  await task(page, 2, async (hands) => {
    await kavya(hands)
    await hands.choose(dialog(page).getByLabel('Move to another batch'), { index: 1 })
    await hands.button('Move seat', dialog(page))
    await expect(toastOf(page)).toContainText('Seat moved')
  })
  await task(page, 24, async (hands) => {
    await kavya(hands)
    await hands.button('Change price', dialog(page))
    await upper().getByLabel('Price').fill('1400')
    await upper().getByLabel('Reason').fill('Her sister learns here too')
    await hands.button('Save price', upper())
    await expect(dialog(page).first()).toContainText('₹1,400')
  })
  const pay = (sum: string) => async (hands: Hands) => {
    await kavya(hands)
    await hands.button('Mark paid', dialog(page))
    if (sum) await upper().getByLabel('Amount').fill(sum)
    await hands.choose(upper().getByLabel('Payment method'), 'Cash')
    await hands.button('Mark paid', upper())
    await expect(toastOf(page)).toContainText('Payment recorded')
  }
  await task(page, 29, pay('777'))
  await task(page, 4, pay(''))
  await task(page, 11, async (hands) => {
    await kavya(hands)
    await hands.button('Send the message again', dialog(page))
    await expect(toastOf(page)).toContainText('kavya@mail.example again')
  })
  await task(page, 26, async (hands) => {
    await kavya(hands)
    await hands.button(/^Receipt/, dialog(page))
    await hands.button(/^E-mail receipt/, upper())
    await expect(toastOf(page)).toContainText(/mail/i)
  })
  await task(page, 32, async (hands) => {
    await kavya(hands)
    await hands.button('Edit contact details', dialog(page))
    await upper().getByLabel('Email').fill('kavya.rajan@mail.example')
    await hands.button('Save', upper())
    await expect(toastOf(page)).toContainText('Details saved')
  })
  await task(page, 3, async (hands) => {
    await kavya(hands)
    await hands.button('Cancel this seat', dialog(page))
    await hands.button('Cancel seat', page.getByRole('alertdialog'))
    await hands.button('Record refund', dialog(page))
    await hands.choose(upper().getByLabel('Refund method'), 'UPI')
    await upper().getByLabel('Note').fill('She moved to Madurai')
    await hands.button('Record refund', upper())
    // The upper dialog may still be fading out.
    await expect(dialog(page).first()).toContainText('Refunded')
  })
  expect(seat.reference).toMatch(/^MAL-/)
})

test('desk tasks such as the day sheet, an enquiry, an import and a caller take as many presses as documented', {
  tag: '@phone',
}, async ({ page, school }) => {
  const { seat } = await seatFor(school)
  await begin(page, school)

  await task(page, 5, async (hands) => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await hands.press(main(page).getByRole('link', { name: 'Today’s sheet' }))
    await hands.press(
      main(page)
        .getByRole('link', { name: /^Next: / })
        .or(main(page).getByRole('button', { name: /^Next: / })),
    )
    await hands.button('Print the day sheet')
    await expect(page.locator('body[data-printed]')).toBeVisible()
  })
  const opensChat = (at: Locator) =>
    expect(at).toHaveAttribute('href', /^https:\/\/wa\.me\/91\d{10}\?text=Hello/)
  /** Presses the link to a chat without opening the chat, because the chat is on another site. */
  const chat = async (hands: Hands, at: Locator) => {
    await opensChat(at)
    await at.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
    await hands.press(at)
  }
  await task(page, 10, async (hands) => {
    await hands.section('Category Visitor List')
    await chat(
      hands,
      main(page)
        .getByRole('link', { name: /WhatsApp/ })
        .first(),
    )
  })
  await task(page, 12, async (hands) => {
    await hands.section('Money Desk')
    const owing = main(page)
      .getByRole('listitem')
      .or(main(page).getByRole('row'))
      .filter({ hasText: seat.reference })
    await chat(hands, owing.getByRole('link', { name: /WhatsApp/ }).first())
  })
  await task(page, 16, async (hands) => {
    await hands.section('Event & Class Enrollments')
    await expect(main(page).getByText('enrolments in total').first()).toBeVisible()
    await hands.openFilters('Booked from')
    await main(page).getByLabel('Booked from').fill('2026-02-01')
    await main(page).getByLabel('Booked until').fill('2026-02-28')
    await expect(main(page).getByRole('button', { name: 'Reset' })).toBeVisible()
    const saving = page.waitForEvent('download')
    await hands.button('Export CSV of Class Enrollments')
    await saving
  })
  await task(page, 6, async (hands) => {
    await hands.section('Students')
    await hands.button('Import')
    const rows = Array.from({ length: 40 }, (_, n) =>
      n < 6 ? `Faulty ${n},faulty${n}@mail.example,12` : `Uma ${n},uma${n}@mail.example,98400${10_000 + n}`,
    )
    await hands.file(
      dialog(page).getByText('Choose a CSV file', { exact: true }),
      csv('Name,Email,Phone', ...rows),
    )
    await hands.button('Import 34 rows', dialog(page))
    await hands.button('OK', page.getByRole('alertdialog'))
    await expect(page.getByRole('alertdialog')).toBeHidden()
  })
  await task(page, 31, async (hands) => {
    await hands.button('Add a person')
    await dialog(page).getByLabel('Find a person').fill('Mala Devi')
    await expect(dialog(page).getByText('No match. Fill in their details below.')).toBeVisible()
    await dialog(page).getByLabel('Phone').fill('98765 43218')
    await dialog(page).getByLabel('Search batches by class or date').fill('temple')
    await hands.press(dialog(page).getByRole('radio', { name: /Temple Garlands/ }))
    await hands.press(dialog(page).getByRole('radio', { name: 'Cash' }))
    await hands.button('Add', dialog(page))
    await expect(toastOf(page)).toContainText('Seat booked for Mala Devi')
  })
})

test.describe('a school that is paid by UPI', () => {
  test.use({ schoolEnv: { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.flowers@examplebank' } })
  test('matching a bank statement takes as many presses as documented', { tag: '@phone' }, async ({
    page,
    school,
  }) => {
    const { seat } = await seatFor(school)
    await begin(page, school)
    await task(page, 13, async (hands) => {
      await hands.section('Money Desk')
      await hands.button('Import statement')
      await hands.file(
        dialog(page).getByText('Choose a CSV file', { exact: true }),
        csv(
          'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance',
          `02/03/26,UPI-KAVYA-${seat.reference.replaceAll('-', '')},607212345678,,${seat.amount},1`,
        ),
      )
      await hands.button(/^Import 1 payment/, dialog(page))
      await hands.button('Confirm 1 match marked “Certain”')
      await hands.button('Confirm', page.getByRole('alertdialog'))
      await expect(toastOf(page)).toContainText('Payment recorded')
    })
  })
})

test('planning classes, batches, hall prices and closed days takes as many presses as documented', {
  tag: '@phone',
}, async ({ page, school }) => {
  await begin(page, school)
  await task(page, 1, async (hands) => {
    await hands.section('Classes')
    await hands.button('Add Class')
    const form = page.getByRole('dialog', { name: 'Add Class' })
    await form.getByLabel('Title').fill('Aaram Garlands')
    await form.getByRole('spinbutton', { name: 'Price (₹)', exact: true }).fill('1850')
    await form.getByLabel('Duration').fill('3 hours')
    await form.getByLabel('Next batch date').fill('2027-05-12')
    await form.getByLabel('Description').fill('By the cubit.')
    await hands.button('Add Class', form)
    await expect(form).toBeHidden()
    await hands.button('View Aaram Garlands')
    const batches = page.getByRole('region', { name: 'Batches' })
    for (const day of ['2027-06-12', '2027-07-13']) {
      await hands.button('Add a batch', batches)
      const add = page.getByRole('dialog', { name: 'Add batch' })
      await add.getByLabel('First day').fill(day)
      await hands.button('Add batch', add)
      await expect(add).toBeHidden()
    }
    await expect(batches).toContainText('13 July 2027')
  })
  await task(page, 23, async (hands) => {
    await hands.section('Classes')
    await main(page).getByLabel('Search classes').fill('Aaram')
    await hands.button('View Aaram Garlands')
    await hands.button(/^Close enrolment/, dialog(page))
    await expect(toastOf(page)).toContainText('Enrolment closed')
  })
  await task(page, 8, async (hands) => {
    await hands.section('Event Pricing')
    await hands.button(/^Edit Weekdays/)
    await main(page).getByRole('group', { name: 'Row 1' }).getByLabel('Price (₹)').fill('2100')
    await hands.button('Save')
    await expect(toastOf(page)).toContainText('Event pricing updated')
  })
  for (const [number, day, last] of [
    [9, '2026-03-20', ''],
    [21, '2026-06-20', '2026-06-21'],
    [30, '2026-05-02', ''],
  ] as const) {
    await task(page, number, async (hands) => {
      await hands.section('Office Hours')
      await hands.press(main(page).getByRole('link', { name: 'Closed days' }))
      await hands.button('Add Day')
      await dialog(page).getByLabel(/^Day/).fill(day)
      if (last) await dialog(page).getByLabel('Last day').fill(last)
      await dialog(page).getByLabel('Closed for').fill(`Leave ${number}`)
      await hands.button('Add Day', dialog(page))
      await expect(page.locator('main').getByText(`Closed for Leave ${number}`).first()).toBeVisible()
    })
  }
})

test('shop tasks such as a product, an order’s status, cash and the bin take as many presses as documented', {
  tag: '@phone',
}, async ({ page, school }) => {
  await begin(page, school)
  await task(page, 14, async (hands) => {
    await hands.section('Products')
    await hands.button('Add Product')
    const form = page.getByRole('dialog', { name: 'Add Product' })
    await form.getByLabel('Name').fill('Jasmine by the cubit')
    await form.getByRole('spinbutton', { name: 'Price (₹)' }).fill('80')
    await form.getByLabel('Stock quantity').fill('40')
    await form.getByLabel('Description').fill('Strung this morning.')
    const five = await Promise.all([1, 2, 3, 4, 5].map((n) => picture(`${n}.jpg`)))
    await hands.file(form.locator('button', { hasText: 'Choose images' }), ...five)
    await hands.button('Add Product', form)
    await expect(toastOf(page)).toContainText('Product created successfully with images')
  })
  await task(page, 15, async (hands) => {
    await hands.section('Orders')
    await hands.button(/^Update Status of/)
    await hands.press(dialog(page).getByRole('button', { name: /^completed/i }))
    await hands.button('Undo', toastOf(page))
    await expect(toastOf(page)).not.toContainText('Order status changed')
  })
  await task(page, 33, async (hands) => {
    await hands.section('Orders')
    const owed = main(page)
      .getByRole('listitem', { name: /^MAL-/ })
      .filter({ hasText: /pending/i })
    await hands.press(owed.getByRole('button', { name: /^View Details/ }).first())
    await hands.button('Mark paid', dialog(page))
    await hands.choose(dialog(page).last().getByLabel('Payment method'), 'Cash')
    await hands.button('Mark paid', dialog(page).last())
    await expect(toastOf(page)).toContainText('Payment recorded')
  })
  await task(page, 22, async (hands) => {
    await hands.section('Instructors')
    await hands.button('Add Instructor')
    const form = page.getByRole('dialog', { name: 'Add Instructor' })
    await form.getByLabel('Full Name').fill('Valli Arumugam')
    await form.getByLabel('Email').fill('valli@malar.example')
    await hands.file(form.locator('button', { hasText: /^Choose$/ }), await picture('valli.jpg'))
    await hands.button('Add Instructor', form)
    await expect(toastOf(page)).toContainText('Instructor created successfully')
  })
  const { id } = await school.db.read
    .selectFrom('product')
    .select('id')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const token = await page.evaluate(() => localStorage.getItem('sessionToken'))
  await school.http('DELETE', `/api/admin/products/${id}`, { token })
  await task(page, 20, async (hands) => {
    await hands.section('Bin')
    await hands.button(/^Restore/)
    await expect(toastOf(page)).toContainText(/restored|back/i)
  })
  await task(page, 19, async (hands) => {
    await hands.section('Audit Log')
    await expect(main(page)).toContainText('Jasmine by the cubit')
  })
})

test('inviting a colleague and resetting a second factor take as many presses as documented', {
  tag: '@phone',
}, async ({ page, school }) => {
  await begin(page, school)
  const { token: theirs } = await signedIn(school, 'staff')
  const begun = await school.http('POST', '/api/profile/two-factor', { token: theirs })
  const code = codeOfApp(begun.body.data.secret, school.deps.clock.ms())
  await school.http('POST', '/api/profile/two-factor/confirm', { token: theirs, body: { code } })
  await task(page, 17, async (hands) => {
    await hands.section('Accounts')
    await hands.button('Invite someone')
    await dialog(page).getByLabel('Email').fill('nila@mail.example')
    await hands.press(dialog(page).getByRole('radio', { name: /Front desk/ }))
    await hands.button('Send invitation', dialog(page))
    await expect(toastOf(page)).toContainText('Invitation sent')
  })
  await task(page, 18, async (hands) => {
    await hands.section('Accounts')
    await hands.menu(
      main(page).getByRole('button', { name: 'Actions for Test staff' }),
      page.getByRole('menuitem', { name: 'Reset two-factor sign-in' }),
    )
    await hands.button('Reset', page.getByRole('alertdialog').or(dialog(page)))
    await expect(toastOf(page)).toContainText('can now sign in with just a password')
  })
})
