import type { Page } from '@playwright/test'
import { isSound, shortenLists } from '../harness/accessibility.ts'
import type { TestApp } from '../harness/app.ts'
import { codeOfApp } from '../harness/authenticator.ts'
import { beSignedIn, expect, failed, open, test, toastOf } from '../harness/browser.ts'
import { readyProduct } from '../harness/buying.ts'
import { askToEnrol, confirmButton, dialogOf, escapeAndDiscard, fillAndReview } from '../harness/enrolling.ts'
import { enrol } from '../harness/seats.ts'
import { giftPathOf, orderBody } from '../harness/store.ts'

/** Narrows a phone's page to 320 px, the smallest width that must work. A wide page stays as it is. */
async function narrow(page: Page) {
  if ((page.viewportSize()?.width ?? 0) < 400) await page.setViewportSize({ width: 320, height: 740 })
}

async function courseId(school: TestApp, title: string): Promise<string> {
  const courses: { id: string; title: string }[] = (await school.http('GET', '/api/courses')).body
  return courses.find((course) => course.title === title)?.id ?? ''
}

test('the payment page has no accessibility faults before and after the payment', { tag: '@phone' }, async ({
  page,
  school,
}) => {
  await narrow(page)
  const seat = await enrol(school, await courseId(school, 'Diploma in Ikebana'))
  await open(page, `/payment?enrollment=${seat.id}`)
  await expect(page.getByRole('button', { name: 'Pay Now' })).toBeVisible()
  await isSound(page)
  const alerted = page.waitForEvent('dialog').then((alert) => alert.accept())
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await alerted
  await expect(page.getByRole('button', { name: 'Pay Now' })).toHaveCount(0)
  await isSound(page)
})

test('invitation, staff accounts, two-factor set-up and the second sign-in step have no accessibility faults', {
  tag: '@phone',
}, async ({ page, school, problems }) => {
  problems.allow(/Failed to load resource/)
  await narrow(page)
  await open(page, `/invitation#${'A'.repeat(22)}`)
  await expect(page.getByRole('button', { name: 'Accept invitation' })).toBeEnabled()
  await isSound(page)

  const owner = await beSignedIn(page, school, 'owner')
  await school.http('POST', '/api/admin/accounts/invitations', {
    token: owner.token,
    body: { email: 'a.very.long.name.of.a.colleague@arrangements.mail.example', role: 'manager' },
  })
  await open(page, '/admin#accounts')
  await expect(page.getByText('a.very.long.name')).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: 'Invite someone' }).click()
  await isSound(page)
  await page.keyboard.press('Escape')

  await open(page, '/admin#security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await isSound(page)
  const secret = await page.getByRole('dialog').locator('strong').innerText()
  await page.getByRole('dialog').locator('input[name=code]').fill(codeOfApp(secret, school.deps.clock.ms()))
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await isSound(page)

  await page.evaluate(() => localStorage.clear())
  await open(page, '/signin')
  await page.getByRole('main').getByLabel('Email').fill(owner.email)
  await page.getByRole('main').getByLabel('Password').fill(owner.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Code')).toBeFocused()
  await isSound(page)
})

test('sign-up, its code step and the profile, unverified and verified, have no accessibility faults', {
  tag: '@phone',
}, async ({ page, school, problems }) => {
  problems.allow(/Failed to load resource/)
  await narrow(page)
  await open(page, '/signup')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await isSound(page)
  await page.getByLabel('First name').fill('Meena')
  await page
    .getByRole('main')
    .getByLabel('Email')
    .fill('a.very.long.name.of.a.student@arrangements.mail.example')
  await page.locator('input[name=password]').fill('jasmine at six o’clock')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail')
  await isSound(page)

  const { email, userId } = await beSignedIn(page, school, 'user')
  await open(page, '/profile')
  await expect(page.getByText('Verify your e-mail address')).toBeVisible()
  await isSound(page)
  await school.db.write.updateTable('user').set({ emailVerified: 1 }).where('id', '=', userId).execute()
  await enrol(school, await courseId(school, 'Diploma in Ikebana'), { email })
  await page.reload()
  await expect(page.getByText('Payment due')).toBeVisible()
  await isSound(page)
})

test('the gift page has no accessibility faults before the delivery, in its dialog, and after the delivery', {
  tag: '@phone',
}, async ({ page, school }) => {
  await narrow(page)
  const product = await readyProduct(school)
  const { id: slotId } = await school.db.read
    .selectFrom('delivery_slot')
    .select('id')
    .where('name', '=', 'Afternoon')
    .executeTakeFirstOrThrow()
  const { body } = await school.http('POST', '/api/orders', {
    body: orderBody({
      slotId,
      cardMessage: 'Happy birthday, அம்மா 💐',
      lines: [{ productId: product.id, size: product.sizes[0]?.id ?? null, quantity: 2 }],
    }),
  })
  const confirmed = { body: { status: 'confirmed' } }
  await school.http('PATCH', `/api/orders/${body.data.id}/status`, confirmed)
  const giftPath = await giftPathOf(school, body.data.id)
  await open(page, giftPath)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flowers for Kayal')
  await isSound(page)
  await page.getByRole('button', { name: 'Tell us' }).click()
  await dialogOf(page).getByRole('button', { name: 'Send message' }).click()
  await expect(
    dialogOf(page).getByText('Tell us when someone will be in, or where we can leave the flowers'),
  ).toBeVisible()
  await isSound(page)
  await dialogOf(page).getByRole('textbox').fill('After six')
  await dialogOf(page).getByRole('button', { name: 'Send message' }).click()
  await expect(dialogOf(page)).toContainText('We have your message')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('status').filter({ hasText: 'We have your message' })).toBeVisible()
  await school.db.write
    .updateTable('shop_order')
    .set({ status: 'delivered' })
    .where('id', '=', body.data.id)
    .execute()
  await open(page, giftPath)
  await expect(page.getByRole('main')).toContainText('Happy birthday')
  await isSound(page)
})

test.describe('a school that is paid by UPI', () => {
  test.use({ schoolEnv: { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.flowers@examplebank' } })
  test('the UPI code and the page "We are checking your payment" have no accessibility faults', {
    tag: '@phone',
  }, async ({ page, school }) => {
    await narrow(page)
    const seat = await enrol(school, await courseId(school, 'Diploma in Ikebana'))
    failed(page.context(), `${school.url}/api/enrollments/${seat.id}/status`)
    await open(page, `/payment?enrollment=${seat.id}`)
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await expect(page.getByRole('link', { name: 'Open a UPI app' })).toBeVisible()
    await isSound(page)
    await page.getByText('Show the QR code').click()
    await expect(page.getByRole('img', { name: /UPI QR code/ })).toBeVisible()
    await isSound(page)
    await page.getByRole('button', { name: 'I have paid' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('We are checking your payment')
    await isSound(page)
  })
})

test.describe('open dialogs', () => {
  test.beforeEach(({ page }) => narrow(page))

  test('the waiting-list dialog and each step of the enrolment dialog have no accessibility faults', {
    tag: '@phone',
  }, async ({ page }) => {
    await open(page, '/classes')
    await page.getByRole('button', { name: 'Tell me when a seat opens' }).first().click()
    await dialogOf(page).getByRole('button', { name: 'Join the waiting list' }).click()
    await expect(dialogOf(page).getByText('Full name is required')).toBeVisible()
    await isSound(page)
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await askToEnrol(page, 'Diploma in Ikebana')
    await dialogOf(page).getByRole('button', { name: 'Review enrolment' }).click()
    await expect(toastOf(page)).toContainText('Validation Error')
    await isSound(page)
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await fillAndReview(page, 'Diploma in Ikebana')
    await isSound(page)
    await confirmButton(page).click()
    await expect(dialogOf(page)).toHaveAccessibleName('Enrolment received')
    await isSound(page)
  })

  test('the page behind a dialog is inert, and so is a dialog behind the question whether to discard its input', {
    tag: '@phone',
  }, async ({ page }) => {
    const isInert = (selector: string) =>
      page.evaluate((one) => document.querySelector(one)?.closest('[inert]') !== null, selector)
    await open(page, '/classes')
    expect(await isInert('main')).toBe(false)
    await askToEnrol(page, 'Diploma in Ikebana')
    await dialogOf(page).getByLabel('Full Name').fill('Meena')
    expect(await isInert('main')).toBe(true)
    expect([await isInert('[role=dialog]'), await isInert('[data-toasts]')]).toEqual([false, false])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    expect([await isInert('[role=dialog]'), await isInert('[role=alertdialog]')]).toEqual([true, false])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    expect([await isInert('main'), await isInert('[role=dialog]')]).toEqual([true, false])
    await escapeAndDiscard(page)
    await expect(dialogOf(page)).toHaveCount(0)
    expect(await isInert('main')).toBe(false)
    await expect(
      page.getByRole('button', { name: 'Enroll Now: Diploma in Ikebana', exact: true }),
    ).toBeFocused()
  })

  test('the subscribe popup and the side menu have no accessibility faults', { tag: '@phone' }, async ({
    page,
  }) => {
    await open(page, '/')
    await page.getByRole('button', { name: 'Get Updates' }).click()
    await expect(dialogOf(page)).toBeVisible()
    await isSound(page)
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(dialogOf(page)).toBeVisible()
    await isSound(page)
  })
})

test('six back-office sections of people, classes and enrollments have no accessibility faults', {
  tag: '@phone',
}, async ({ page, school }) => {
  await narrow(page)
  await beSignedIn(page, school, 'owner')
  await shortenLists(page, 4)
  await open(page, '/admin#api')
  const heading = page.locator('h1').first()
  for (const [id, content] of [
    ['category-visitor-list', 'Corporate'],
    ['students', 'Diploma in'],
    ['instructors', 'Principal Designer'],
    ['custom-requests', 'temple sari'],
    ['classes', /Diploma in|Pookolam|Orchid Care|Table Flowers/],
    ['event-class-enrollments', /Diploma in|Pookolam|Orchid Care/],
  ] as const) {
    await test.step(id, async () => {
      const before = await heading.innerText()
      await page.evaluate((hash) => {
        location.hash = hash
      }, id)
      // The heading of the previous section stays until the new section is loaded.
      await expect(heading).not.toHaveText(before)
      await expect(page.getByRole('main').getByText(content).first()).toBeAttached()
      await isSound(page)
    })
  }
})
