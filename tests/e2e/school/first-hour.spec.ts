import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { isSound } from '../../harness/accessibility.ts'
import { testNow } from '../../harness/app.ts'
import { codeOfApp } from '../../harness/authenticator.ts'
import { expect, open, test, toastOf } from '../../harness/browser.ts'
import { signedIn } from '../../harness/callers.ts'
import { newestLetterTo } from '../../harness/letters.ts'

test.use({ isOwnSchool: true, schoolEnv: { PAYMENT_PROVIDER: '' } })

/** Counts the presses and typed fields of a person. The presses and fields for the second factor are not counted. */
function person() {
  const count = { presses: 0, fields: 0 }
  return {
    count,
    async press(at: Locator) {
      count.presses++
      await at.click()
    },
    async type(at: Locator, words: string) {
      count.fields++
      await at.fill(words)
    },
  }
}

/** Checks the page at the width of a phone and at 1280 px. */
async function isSoundAtBothWidths(page: Page): Promise<void> {
  const phone = page.viewportSize()
  await isSound(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await isSound(page)
  if (phone) await page.setViewportSize(phone)
}

const main = (page: Page) => page.getByRole('main')
const schoolNotes = (page: Page) => page.getByRole('complementary', { name: 'About this school' })
const step = (page: Page, name: string) =>
  main(page)
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

test('an owner goes from an empty, closed school to a sold seat with 35 presses and 20 typed fields', {
  tag: '@phone',
}, async ({ page, context, school, browser, problems }) => {
  const hands = person()
  const { count, press, type } = hands
  const owner = await signedIn(school, 'owner')
  await page.clock.setFixedTime(testNow)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Opening soon')
  await open(page, '/signin')
  await type(main(page).getByLabel('Email'), owner.email)
  await type(main(page).getByLabel('Password'), owner.password)
  await press(main(page).getByRole('button', { name: 'Sign In' }))
  await expect(page).toHaveURL(/admin/)
  await expect(schoolNotes(page)).toContainText('Your site is closed.')
  await press(main(page).getByRole('link', { name: 'Continue' }))

  await isSoundAtBothWidths(page)
  const facts = step(page, 'Name and contact details')
  await type(facts.getByRole('textbox', { name: 'Name' }), 'Poonga')
  await type(facts.getByLabel('City'), 'Madurai')
  await type(facts.getByLabel('Phone'), '+91 452 555 0142')
  await type(facts.getByLabel('E-mail'), 'hello@poonga.example')
  await type(facts.getByLabel('Address'), '1 Temple Road\nMadurai 625001')
  await press(facts.getByRole('button', { name: 'Save' }))
  await expect(facts).toContainText('Done')

  const hours = step(page, 'Opening hours')
  await press(hours.getByLabel('Sunday'))
  await press(hours.getByRole('button', { name: 'Save' }))
  await expect(hours).toContainText('Done')

  const payments = step(page, 'How people pay')
  await type(payments.getByLabel('UPI id'), 'poonga@examplebank')
  await press(payments.getByRole('button', { name: 'Save' }))
  await expect(payments).toContainText('Done')

  const home = step(page, 'Home page')
  await type(home.getByLabel('Headline', { exact: true }), 'Flowers of Madurai')
  const picture = { create: { width: 1200, height: 1400, channels: 3 as const, background: '#8a3b5c' } }
  count.presses++
  await home.locator('input[type=file]').setInputFiles({
    name: 'flowers.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp(picture).jpeg().toBuffer(),
  })
  await type(home.getByLabel('What picture 1 shows'), 'A garland of jasmine')
  await isSoundAtBothWidths(page)
  await press(home.getByRole('button', { name: 'Publish' }))
  await expect(home).toContainText('Done')
  await press(step(page, 'E-mail').getByRole('button', { name: 'Do this later' }))
  await expect(step(page, 'E-mail')).toContainText('Later')

  await press(step(page, 'Your first class').getByRole('link', { name: 'Add a class' }))
  const dialog = page.getByRole('dialog')
  await type(dialog.getByLabel('Title'), 'Garlands of jasmine')
  await type(dialog.getByLabel('Next batch date'), '2026-03-12')
  await type(dialog.getByLabel('Start time'), '10:00')
  await type(dialog.getByRole('spinbutton', { name: /^Price/ }), '2500')
  await type(dialog.getByLabel('Duration'), '3 hours')
  await type(dialog.getByLabel('Description'), 'Strings of jasmine, tied by hand.')
  await press(dialog.getByRole('button', { name: 'Add Class' }))
  await expect(toastOf(page)).toContainText('Class')
  await press(schoolNotes(page).getByRole('link', { name: 'Set up your school' }))
  await expect(step(page, 'Your first class')).toContainText('Done')

  const previewed = context.waitForEvent('page')
  await press(main(page).getByRole('button', { name: 'Preview the site' }))
  const preview = await previewed
  await expect(preview.locator('preview-bar')).toHaveText(
    'Preview. Visitors see “Opening soon” until you open the site.',
  )
  await expect(preview.getByRole('heading', { level: 1 })).toHaveAccessibleName('Flowers of Madurai')
  // The header is rendered again once the user is loaded. A press of Enter follows the link even then.
  await preview.getByRole('navigation').getByRole('link', { name: 'Classes' }).first().press('Enter')
  await expect(preview.getByText('Garlands of jasmine').first()).toBeVisible()
  await expect(preview.locator('preview-bar')).toBeVisible()
  await isSoundAtBothWidths(preview)
  await preview.close()

  const began = context.waitForEvent('page')
  await press(step(page, 'Trial enrolment').getByRole('button', { name: 'Try an enrolment' }))
  const trial = await began
  await expect(trial.locator('preview-bar')).toContainText('This is a trial.')
  await expect(trial.getByRole('heading', { level: 1 })).toHaveText('Garlands of jasmine')
  await press(trial.getByRole('button', { name: /^Enroll Now/ }).first())
  const enrolment = trial.getByRole('dialog')
  await expect(enrolment.getByLabel('Email')).toHaveValue(owner.email)
  await type(enrolment.getByLabel('Phone Number'), '9840012345')
  await press(enrolment.getByRole('radio', { name: /^UPI/ }))
  await press(enrolment.getByRole('button', { name: 'Review enrolment' }))
  await press(enrolment.getByRole('button', { name: 'Confirm enrolment' }))
  await expect(enrolment).toHaveAccessibleName('Enrolment received')
  await expect(enrolment).toContainText('Your seat in Garlands of jasmine is confirmed.')
  await isSoundAtBothWidths(trial)
  await press(enrolment.getByRole('link', { name: 'See how the trial went' }))
  await expect(trial.getByText('The trial worked')).toBeVisible()
  await expect(main(trial)).toContainText(
    'A visitor who has paid ₹2,500 would now have a seat in Garlands of jasmine',
  )
  await expect(trial.getByRole('region', { name: 'The e-mail' })).toContainText('Garlands of jasmine')
  await expect(step(trial, 'Trial enrolment')).toContainText('Done')
  await isSoundAtBothWidths(trial)
  await trial.close()
  await page.reload()
  await expect(step(page, 'Trial enrolment')).toContainText('Done')
  expect(await school.db.read.selectFrom('registration').select('id').execute()).toEqual([])

  const opening = step(page, 'Open to visitors')
  await expect(opening.getByRole('button', { name: 'Open the site' })).toBeDisabled()
  await isSoundAtBothWidths(page)
  await opening.getByRole('button', { name: 'Turn on two-factor sign-in' }).click()
  const factor = page.getByRole('dialog')
  await factor.getByRole('button', { name: 'Continue' }).click()
  const secret = (await factor.locator('strong').innerText()).replace(/\s/g, '')
  await factor.locator('input[name=code]').fill(codeOfApp(secret, school.deps.clock.ms()))
  await factor.getByRole('button', { name: 'Turn on' }).click()
  await press(opening.getByRole('button', { name: 'I’ve saved my codes' }))
  await press(opening.getByRole('button', { name: 'Open the site' }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Open the site' }))
  await expect(toastOf(page)).toContainText('Your site is open')
  await expect(main(page)).not.toContainText('Your site is closed.')

  const visitor = await (await browser.newContext({ baseURL: school.url })).newPage()
  await visitor.clock.setFixedTime(testNow)
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveAccessibleName('Flowers of Madurai')
  await expect(visitor.locator('preview-bar')).toHaveCount(0)
  // The call that reports a payment answers 402 until staff confirm the payment.
  problems.expect(/402 \(Payment Required\)/)
  await enrolAndPay(visitor, hands)
  await visitor.context().close()
  await confirmPayment(page, hands)
  const { subject, text } = await newestLetterTo(school, 'meena@mail.example')
  expect(subject).toContain('Garlands of jasmine')
  for (const fact of [
    'Meena Krishnan',
    'Poonga',
    'Thursday 12 March 2026, 10:00 am',
    '1 Temple Road',
    '₹2,500',
  ])
    expect(text).toContain(fact)
  expect(hands.count).toEqual({ presses: 35, fields: 20 })
})

type Hands = ReturnType<typeof person>

async function enrolAndPay(page: Page, { press, type }: Hands): Promise<void> {
  await press(main(page).getByRole('link', { name: 'Find your course' }))
  await press(page.getByRole('button', { name: 'Enroll Now: Garlands of jasmine' }))
  const dialog = page.getByRole('dialog')
  await type(dialog.getByLabel('Full Name'), 'Meena Krishnan')
  await type(dialog.getByLabel('Email'), 'meena@mail.example')
  await type(dialog.getByLabel('Phone Number'), '9840012345')
  await press(dialog.getByRole('radio', { name: /^UPI/ }))
  await press(dialog.getByRole('button', { name: 'Review enrolment' }))
  await press(dialog.getByRole('button', { name: 'Confirm enrolment' }))
  await press(dialog.getByRole('link', { name: 'Pay now' }))
  await press(main(page).getByRole('button', { name: 'Pay Now' }))
  await press(main(page).getByRole('button', { name: 'I have paid' }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('We are checking your payment')
}

async function confirmPayment(page: Page, { count, press }: Hands): Promise<void> {
  await open(page, '/admin')
  await press(main(page).getByRole('link', { name: 'Meena Krishnan' }))
  await press(main(page).getByRole('button', { name: /^Manage Meena Krishnan/ }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Mark paid' }))
  const paying = page.getByRole('dialog', { name: 'Mark paid' })
  count.presses++
  await paying.getByLabel('Payment method').selectOption('UPI')
  await press(paying.getByRole('button', { name: 'Mark paid' }))
  await expect(paying).toBeHidden()
  await expect(page.getByRole('dialog').getByText('Paid', { exact: true })).toBeVisible()
}
