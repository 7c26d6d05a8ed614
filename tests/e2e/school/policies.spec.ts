import { beSignedIn, expect, open, test, toastOf } from '../../harness/browser.ts'
import { signedIn } from '../../harness/callers.ts'
import { confirmButton, dialogOf, fillAndReview } from '../../harness/enrolling.ts'

test('staff publish new course terms while a student enrols, and the seat’s page leads to the text that was accepted', async ({
  page,
  school,
  browser,
  problems,
}) => {
  problems.expect(/409/)
  const desk = await browser.newContext({ baseURL: school.url })
  const office = await desk.newPage()
  await beSignedIn(office, school, 'owner')
  await open(office, '/admin#pages?page=course-terms')
  const text = office.getByRole('textbox', { name: /^Text/ })
  await expect(text).toHaveValue(/\{cancelSeat\}/)

  await open(page, '/classes')
  const title = 'Hand-Tied Bouquet Workshop'
  await fillAndReview(page, title)
  const terms = dialogOf(page).getByRole('link', { name: 'course terms' })
  const [opened] = await Promise.all([page.context().waitForEvent('page'), terms.click()])
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Course terms')
  await opened.close()

  await text.fill('## Our seats\n\nOur own rule. ')
  await text.press('End')
  await office.getByRole('button', { name: /: The rule for holding an unpaid seat$/ }).click()
  const preview = office.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Our own rule. We hold')
  await expect(office.getByText('Draft saved. Visitors don’t see it yet.')).toBeVisible()
  await office.getByRole('button', { name: 'Publish' }).click()
  await expect(toastOf(office)).toContainText('Published')
  await desk.close()

  await confirmButton(page).click()
  await expect(dialogOf(page)).toContainText('Our terms have changed. Please read them again.')
  await confirmButton(page).click()
  await expect(dialogOf(page)).toHaveAccessibleName('Enrolment received')
  await dialogOf(page).getByRole('link', { name: 'Pay now' }).click()
  const accepted = page.getByRole('link', { name: /^Terms accepted on/ })
  const address = (await accepted.getAttribute('href')) ?? ''

  const { token } = await signedIn(school, 'owner')
  const { body } = await school.http('GET', '/api/admin/pages/course-terms', { token })
  const back = await school.http('POST', '/api/admin/pages/course-terms/versions/0/restore', {
    token,
    body: { version: body.data.version },
  })
  expect(back.status).toBe(200)
  await open(page, address)
  await expect(page.getByRole('main')).toContainText('Our own rule. We hold')
  await page.getByRole('link', { name: 'the current terms' }).click()
  await expect(page.getByRole('main')).not.toContainText('Our own rule. We hold')
  await expect(page.getByRole('heading', { name: 'If you can’t come' })).toBeVisible()
})
