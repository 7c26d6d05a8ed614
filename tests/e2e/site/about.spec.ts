import { expect, open, test } from '../../harness/browser.ts'
import { dialogOf } from '../../harness/enrolling.ts'

test('the about page leads to the courses and opens the enrolment dialog of a workshop', async ({ page }) => {
  await open(page, '/about')
  await page.getByRole('main').getByRole('link', { name: 'Explore Courses' }).click()
  await expect(page).toHaveURL('/classes')
  await page.goBack()
  const join = page
    .getByRole('region', { name: 'Our Workshops' })
    .getByRole('button', { name: /^Join Workshop/ })
  const [, title = ''] = /: (.+)/.exec((await join.first().getAttribute('aria-label')) ?? '') ?? []
  await join.first().click()
  await expect(dialogOf(page)).toHaveAccessibleName('Enrol in this course')
  await expect(dialogOf(page)).toContainText(title)
})
