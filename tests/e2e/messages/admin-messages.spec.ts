import type { Page } from '@playwright/test'
import { createChatFolder } from '../../../server/platform/chat.ts'
import { UnsendableMessage } from '../../../server/platform/mail.ts'
import { lettersADayMax } from '../../../server/platform/outbox.ts'
import { sendDueMessages } from '../../../server/platform/outbox-worker.ts'
import { isSound } from '../../harness/accessibility.ts'
import type { TestApp } from '../../harness/app.ts'
import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'
import { addCourse, enrol } from '../../harness/seats.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page) => page.getByRole('dialog')

/** Sends all messages except Uma's: the mail server refused her e-mail, and her chat message waits for staff. */
async function sendAll(school: TestApp) {
  // The queued messages of the demonstration are deleted, because they would be sent too.
  await school.db.write.deleteFrom('outbox').execute()
  const course = await addCourse(school, { title: 'Temple Garlands' })
  await enrol(school, course.id, {
    fullName: 'Uma <i>Raman</i>',
    email: 'uma@mail.example',
    phone: '9812345670',
  })
  await sendDueMessages({
    ...school.deps,
    mail: {
      async send({ to }) {
        if (to === 'uma@mail.example') throw new UnsendableMessage('550 nobody of that name')
        return 'memory'
      },
    },
    chat: createChatFolder(school.folder),
    findSender: () => school.app.services.school.sender(),
  })
}

test.beforeEach(async ({ page, school }) => {
  await beSignedIn(page, school, 'staff')
  await sendAll(school)
})

test('staff read a failed e-mail and send it again, and mark a chat message as sent by hand', {
  tag: '@phone',
}, async ({ page, school, problems }) => {
  // Playwright's own scripts also run in the frame that shows the e-mail, where the browser refuses storage.
  problems.allow(/sandboxed/)
  await open(page, '/admin#outbox?state=failed')
  await expect(main(page)).toContainText('This mailbox doesn’t exist.')
  await expect(main(page)).toContainText('1 message')
  await isSound(page)
  await main(page)
    .getByRole('button', { name: /^Open We’re holding your seat in Temple Garlands/ })
    .click()
  await expect(dialog(page)).toContainText('The server’s answer: 550 nobody of that name')
  const letter = page.frameLocator('iframe')
  await expect(letter.getByText('Hello,')).toBeVisible()
  const logoWidth = () => letter.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)
  await expect.poll(logoWidth).toBe(192)
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await main(page)
    .getByRole('button', { name: /^Send again: We’re holding your seat/ })
    .click()
  await expect(toastOf(page)).toContainText('We’ll send the message to uma@mail.example')
  await expect(main(page)).toContainText('No messages found')
  const row = await school.db.read
    .selectFrom('outbox')
    .select(['status', 'attempts'])
    .where('recipient', '=', 'uma@mail.example')
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ status: 'queued', attempts: 0 })

  await open(page, '/admin#outbox?state=by-hand')
  await main(page)
    .getByRole('button', { name: /^Open .*9812345670$/ })
    .click()
  // Uma's seat is unpaid, so the message does not contain the texts that she typed.
  await expect(dialog(page)).toContainText('Hello,')
  await isSound(page)
  const link = dialog(page).getByRole('link', { name: 'Open WhatsApp' })
  await expect(link).toHaveAttribute('href', /^https:\/\/wa\.me\/919812345670\?text=Hello%2C/)
  await expect(link).toHaveAttribute('rel', /noopener/)
  await dialog(page).getByRole('button', { name: 'Mark as sent' }).click()
  await expect(toastOf(page)).toContainText('Marked as sent')
  await expect(dialog(page)).toBeHidden()
  await expect(main(page)).toContainText('No messages found')
})

test('the dashboard lists e-mails held back, and staff read why an e-mail waits and send it', {
  tag: '@phone',
}, async ({ page, school, problems }) => {
  // The browser refuses storage in the frame that shows the e-mail.
  problems.allow(/sandboxed/)
  for (let count = 0; count <= lettersADayMax; count++) {
    await school.http('POST', '/api/landing/contact', {
      body: { name: 'Kavya', email: 'kavya@mail.example', phone: '9812345670' },
    })
  }
  await open(page, '/admin')
  const waiting = main(page).getByRole('region', { name: 'Needs your attention' })
  await expect(waiting).toContainText('kavya@mail.example')
  await waiting.getByRole('link', { name: 'E-mails on hold' }).click()
  await expect(main(page)).toContainText('We’ve sent ten e-mails to this address today.')
  await isSound(page)
  await main(page)
    .getByRole('button', { name: /^Open .*kavya@mail\.example$/ })
    .click()
  await expect(dialog(page)).toContainText('This e-mail is on hold and hasn’t been sent.')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await main(page)
    .getByRole('button', { name: /^Send: .*kavya@mail\.example$/ })
    .click()
  await expect(toastOf(page)).toContainText('We’ll send the message to kavya@mail.example')
  await expect(main(page)).toContainText('No messages found')
})
