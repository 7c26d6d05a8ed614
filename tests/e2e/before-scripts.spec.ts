import type { Page } from '@playwright/test'
import { isSound } from '../harness/accessibility.ts'
import { expect, open, test, toastOf } from '../harness/browser.ts'
import { fillCheckout, readyProduct } from '../harness/buying.ts'
import { dialogOf } from '../harness/enrolling.ts'
import { hydrated } from '../harness/hydrated.ts'
import { orderBody } from '../harness/store.ts'

/** Axe needs scripts, so it checks a copy of the page's HTML in a page that runs scripts. */
async function isSoundWithoutScripts(page: Page, copy: Page): Promise<void> {
  const html = (await page.content())
    .replace(/<script.*?<\/script>/gs, '')
    .replaceAll('noscript:hidden', 'hidden')
    .replaceAll(/(<\/?)noscript/g, '$1div')
  await copy.setContent(html)
  await isSound(copy)
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('without JavaScript public pages show their content and say how to reach the school', {
    tag: '@phone',
  }, async ({ page }) => {
    for (const [path, content] of [
      ['/', 'Floral Design Courses'],
      ['/classes', 'Diploma in Ikebana'],
      ['/classes/diploma-in-ikebana', 'Common questions'],
      ['/calendar', 'Upcoming batches'],
      ['/about', 'Our Expert Instructors'],
      ['/contact', 'Business Hours'],
      ['/store', 'Red roses, hand-tied'],
      ['/store/red-roses', 'Ribbon colour'],
      ['/shop', 'Add to Cart'],
      ['/privacy', 'Privacy'],
      ['/signin', 'Password'],
    ] as const) {
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByRole('main').getByText(content).first()).toBeVisible()
        const [top, ofNewsletter] = [page.locator('noscript').first(), page.locator('footer noscript')]
        await expect(top.locator('p').first()).toHaveText('JavaScript is turned off in your browser')
        await expect(top.locator('p').first()).toBeVisible()
        await expect(top.locator('a').first()).toHaveAttribute('href', 'tel:+914455500142')
        await expect(top.locator('a').last()).toHaveAttribute('href', /^https:\/\/wa\.me\//)
        await expect(ofNewsletter.locator('p')).toContainText('This form needs JavaScript')
        await expect(ofNewsletter.locator('p')).toBeVisible()
      })
    }
  })

  test('without JavaScript the links of the category filter show only the courses of a category', async ({
    page,
  }) => {
    await page.goto('/classes')
    const filter = page.getByRole('navigation', { name: 'Category' })
    await filter.getByRole('link', { name: /Workshops/ }).click()
    await expect(page).toHaveURL('/classes?category=Workshops')
    await expect(page.getByRole('heading', { name: 'Diploma in Ikebana' })).toHaveCount(0)
  })

  test('without JavaScript the side menu opens and its links work', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Calendar' }).click()
    await expect(page).toHaveURL('/calendar')
  })

  test.describe('a school that is paid by UPI', () => {
    test.use({ schoolEnv: { PAYMENT_PROVIDER: 'upi', SCHOOL_UPI_ID: 'malar.school@okbank' } })

    test('without JavaScript a product can be bought up to the UPI payment, and a refused form keeps its input', {
      tag: '@phone',
    }, async ({ page, browser, problems }) => {
      const main = page.getByRole('main')
      const copy = await browser.newPage({ viewport: page.viewportSize(), javaScriptEnabled: true })
      await page.goto('/store/red-roses')
      await expect(page.getByRole('button', { name: /Add to cart/ })).toBeHidden()
      await main.getByText('Deluxe', { exact: true }).click()
      await page.getByLabel('Ribbon colour').fill('gold')
      await page.getByRole('button', { name: 'Buy it now' }).click()
      // Playwright reads no text from the element `noscript`, so the locators name elements inside.
      const [order, form] = [page.locator('main noscript aside'), page.locator('main noscript form')]
      await expect(order).toContainText('Deluxe · Ribbon colour: gold')

      await page.getByRole('textbox', { name: 'Pincode' }).fill('600 004')
      await page.getByRole('textbox', { name: 'Pincode' }).press('Enter')
      await main.getByText('Tomorrow, 3 Mar', { exact: true }).click()
      await isSoundWithoutScripts(page, copy)
      await page.getByRole('button', { name: /^Tomorrow, 3 Mar, 1 pm – 6 pm/ }).click()

      await expect(form).toContainText('Orders for tomorrow can’t be cancelled.')
      await fillCheckout(page, { Pincode: null, 'Your e-mail': 'meena' })
      problems.expect(/status of 400/)
      await page.getByRole('button', { name: 'Pay ₹1,930' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'We’ve kept what you typed' })).toContainText(
        'Please enter a valid email address',
      )
      await expect(page.getByRole('textbox', { name: 'Your e-mail' })).toBeFocused()
      await expect(page.getByRole('textbox', { name: 'Recipient’s name' })).toHaveValue('Lakshmi Narayanan')
      await expect(page.getByRole('radio', { name: /^Ask me first/ })).toBeChecked()
      await isSoundWithoutScripts(page, copy)

      await page.getByRole('textbox', { name: 'Your e-mail' }).fill('meena@mail.example')
      await page.getByRole('button', { name: 'Pay ₹1,930' }).click()
      await expect(page).toHaveURL(/\/payment\?order=/)
      await expect(page.locator('main form noscript > div')).toContainText('UPI id malar.school@okbank')
      await expect(page.getByRole('link', { name: 'Open a UPI app' })).toHaveAttribute(
        'href',
        /^upi:.*am=1930/,
      )
      await isSoundWithoutScripts(page, copy)
      await page.getByRole('button', { name: 'I have paid' }).click()
      await expect(main.getByRole('heading', { level: 1 })).toContainText('We are checking your payment')
      const app = page.getByRole('link', { name: 'Open a UPI app' })
      await expect(app).toBeHidden()
      await page.locator('summary').first().click()
      await expect(app).toHaveAttribute('href', /^upi:.*am=1930/)
      await isSoundWithoutScripts(page, copy)
      await page.getByRole('button', { name: 'I have paid' }).click()
      await expect(app).toBeHidden()
      await copy.close()
    })
  })

  test('without JavaScript the sign-in form sends nothing, and no password gets into the address', async ({
    page,
  }) => {
    await page.goto('/signin')
    await expect(page.locator('main noscript p')).toContainText('This form needs JavaScript')
    await page.getByLabel('Email').fill('meena@mail.example')
    await page.getByLabel('Password').fill('a long sentence')
    await page.getByLabel('Password').press('Enter')
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/signin')
    await expect(page.getByLabel('Email')).toHaveValue('meena@mail.example')
  })
})

/** Holds all scripts back, or only scripts whose name matches `which`, until the returned function is called. */
async function holdScripts(page: Page, which = '*'): Promise<() => Promise<void>> {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/assets/${which}.js`, async (route) => {
    await held
    await route.continue()
  })
  return async () => {
    release()
    await hydrated(page)
  }
}

test.describe('while scripts are loading', () => {
  test('a button clicked twice before scripts load shows that it is busy, and opens one dialog', {
    tag: '@phone',
  }, async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto('/classes', { waitUntil: 'commit' })
    const enrol = page.getByRole('button', { name: 'Enroll Now: Diploma in Ikebana', exact: true })
    await enrol.click()
    await enrol.click()
    await expect(enrol).toHaveAttribute('aria-busy', 'true')
    await release()
    await expect(dialogOf(page)).toHaveAccessibleName('Enrol in this course')
    await expect(dialogOf(page)).toHaveCount(1)
    // The dialog hides the button from assistive technology, so a locator by role would not find it.
    await expect(page.locator('button[aria-busy=true]')).toHaveCount(0)
  })

  test('a button clicked before scripts load does its work once they are loaded', async ({ page }) => {
    for (const [path, button, opened] of [
      ['/', 'Get Updates', /./],
      ['/contact', 'Send an enquiry', /./],
      ['/classes/diploma-in-ikebana', /^Enroll Now/, 'Enrol in this course'],
      ['/calendar', 'Next month', null],
    ] as const) {
      await test.step(path, async () => {
        const release = await holdScripts(page)
        await page.goto(path, { waitUntil: 'commit' })
        await page.getByRole('main').getByRole('button', { name: button }).first().click()
        await release()
        if (opened === null) await expect(page).toHaveURL(/\?month=20\d\d-\d\d$/)
        else await expect(dialogOf(page)).toHaveAccessibleName(opened)
      })
    }
  })

  test('a newsletter address submitted before scripts load is sent once', async ({ page, school }) => {
    const release = await holdScripts(page)
    await page.goto('/terms', { waitUntil: 'commit' })
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('textbox').fill('early@mail.example')
    await footer.getByRole('textbox').press('Enter')
    await expect(page).toHaveURL('/terms')
    await release()
    await expect(toastOf(page)).toHaveText('Successfully subscribed to our newsletter!')
    const rows = await school.db.read
      .selectFrom('newsletter_subscriber')
      .select('email')
      .where('email', '=', 'early@mail.example')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('the sign-in form keeps and sends what was typed before scripts load', async ({ page, wire }) => {
    const sent = await wire.answer('POST /api/auth/signin', { status: 401 })
    const release = await holdScripts(page)
    await page.goto('/signin', { waitUntil: 'commit' })
    await page.getByLabel('Email').fill('meena@mail.example')
    await page.getByLabel('Password').fill('a long sentence')
    await release()
    await expect(page.getByLabel('Email')).toHaveValue('meena@mail.example')
    await expect(page.getByLabel('Password')).toHaveValue('a long sentence')
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect.poll(() => sent.length).toBe(1)
    expect(sent[0]?.postDataJSON()).toEqual({ email: 'meena@mail.example', password: 'a long sentence' })
  })

  test('the sign-up and forgotten-password forms send what was typed before scripts load', async ({
    page,
    wire,
  }) => {
    const asked = {
      signUp: await wire.answer('POST /api/auth/signup', { status: 503 }),
      code: await wire.answer('POST /api/auth/forgot-password', { status: 503 }),
    }
    // The stored address of the sign-in page must not replace the typed address.
    await page.addInitScript(() => localStorage.setItem('lastSigninEmail', 'kept@mail.example'))
    let release = await holdScripts(page)
    await page.goto('/signup', { waitUntil: 'commit' })
    await page.getByLabel('First name').fill('Meena')
    await page.getByRole('main').getByLabel('Email').fill('meena@mail.example')
    await page.locator('input[name=password]').fill('jasmine at six')
    await release()
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
    await expect.poll(() => asked.signUp.length).toBe(1)
    expect(asked.signUp[0]?.postDataJSON()).toEqual({
      firstname: 'Meena',
      lastname: '',
      email: 'meena@mail.example',
      password: 'jasmine at six',
    })

    release = await holdScripts(page)
    await page.goto('/forgot-password', { waitUntil: 'commit' })
    await page.getByRole('main').getByLabel('Email').fill('meena@mail.example')
    await release()
    await page.getByRole('main').getByRole('button', { name: 'Send code' }).click()
    await expect.poll(() => asked.code.length).toBe(1)
    expect(asked.code[0]?.postDataJSON()).toEqual({ email: 'meena@mail.example' })
  })

  test('a product form keeps choices made before scripts load, and remembers which button was clicked', async ({
    page,
  }) => {
    const release = await holdScripts(page)
    await page.goto('/store/red-roses', { waitUntil: 'commit' })
    const form = page.getByRole('main').locator('form').first()
    await form.getByRole('radio').nth(1).check({ force: true })
    await form.getByRole('checkbox').first().check()
    const [size, price] = [
      await form.getByRole('radio').nth(1).inputValue(),
      form.getByRole('button', { name: /^Add to cart/ }),
    ]
    const before = await price.innerText()
    await release()
    await expect(form.getByRole('radio').nth(1)).toBeChecked()
    await expect(form.getByRole('checkbox').first()).toBeChecked()
    await expect(price).not.toHaveText(before)

    const again = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await form.getByRole('radio').nth(1).check({ force: true })
    await form.getByRole('button', { name: 'Buy it now' }).click()
    await again()
    await expect(page).toHaveURL(new RegExp(`/checkout\\?product=.*size=${size}`))
  })

  test('a part of a page that is hydrated late keeps the input and clicks made before', {
    tag: '@phone',
  }, async ({ page, school }) => {
    await school.db.write.updateTable('product').set({ quantity: 0 }).where('slug', '=', 'gerberas').execute()
    const main = page.getByRole('main')
    let release = await holdScripts(page, 'delivery-check-*')
    await open(page, '/store/red-roses')
    await main.getByLabel('Deliver to').fill('600 004')
    const question = main.locator('form', { has: page.getByLabel('Deliver to') })
    await question.getByRole('button', { name: 'Check' }).click()
    await expect(question).toHaveAttribute('aria-busy', 'true')
    await release()
    await expect(question).not.toHaveAttribute('aria-busy')
    await expect(main.getByText('Enter a pincode to see delivery times.')).toHaveCount(0)
    await expect(main.getByLabel('Deliver to')).toHaveValue('600 004')
    await expect(page).toHaveURL('/store/red-roses')

    release = await holdScripts(page, 'filters-*')
    await open(page, '/store')
    if (!(await main.getByLabel('Sort by').isVisible())) await main.getByText('Search and filter').click()
    await main.getByLabel('Search').fill('rose')
    await main.getByLabel('Sort by').selectOption({ index: 1 })
    await main.getByRole('checkbox', { name: 'In stock' }).check()
    await release()
    await expect(page).toHaveURL(/\?(?=.*q=rose)(?=.*sort=)(?=.*instock=)/)
    await expect(main.getByRole('checkbox', { name: 'In stock' })).toBeChecked()

    release = await holdScripts(page, 'back-in-stock-*')
    await open(page, '/store/gerberas')
    await main.getByLabel('Your e-mail address').fill('early@mail.example')
    await main.getByLabel('Your e-mail address').press('Enter')
    await release()
    await expect(main.getByText('We’ll let you know.')).toBeVisible()
  })

  test('an order page stays as the server sent it until its script loads, and an early click counts once', async ({
    page,
    school,
    wire,
  }) => {
    const { id: productId, sizes } = await readyProduct(school)
    const slot = await school.db.read
      .selectFrom('delivery_slot')
      .select('id')
      .where('way', '=', 'standard')
      .where('closes_on', '=', 'same-day')
      .executeTakeFirstOrThrow()
    const placed = await school.http('POST', '/api/orders', {
      body: orderBody({
        day: '2026-03-05',
        slotId: slot.id,
        lines: [{ productId, size: sizes[0]?.id ?? null, quantity: 1 }],
      }),
    })
    const { id } = placed.body.data
    const { body: order } = await school.http('GET', `/api/orders/${id}`)
    // A newer answer of the API must not replace the text that the server rendered.
    const asked = await wire.answer('GET /api/orders/:id', { json: { ...order, ordernumber: 'ORD-NEWER' } })
    await page.addInitScript(() => {
      new MutationObserver((records) => {
        const removed = records.flatMap(({ removedNodes }) => [...removedNodes])
        if (
          removed.some((node) => node instanceof Element && (node.matches('h1') || node.querySelector('h1')))
        )
          document.documentElement.dataset['lost'] = 'yes'
      }).observe(document, { childList: true, subtree: true })
    })
    const release = await holdScripts(page, 'order-page-*')
    await open(page, `/orders/${id}`)
    const button = page.getByRole('button', { name: 'Cancel my order' })
    await button.click()
    await expect.poll(() => asked.length).toBe(1)
    await expect(page.getByText(`Order ${order.ordernumber}`, { exact: true })).toBeVisible()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(button).toBeFocused()
    await release()
    await expect(dialogOf(page)).toHaveAccessibleName('Cancel this order?')
    await expect(dialogOf(page)).toHaveCount(1)
    await expect(page.getByText('Order ORD-NEWER', { exact: true })).toHaveCount(1)
    await expect(page.locator('html')).not.toHaveAttribute('data-lost')
  })

  test('a click in a part that was never hydrated is forgotten when the visitor leaves the page', async ({
    page,
  }) => {
    await page.clock.install()
    const release = await holdScripts(page, 'delivery-check-*')
    await open(page, '/store/red-roses')
    const main = page.getByRole('main')
    await main.getByLabel('Deliver to').fill('600 004')
    const question = main.locator('form', { has: page.getByLabel('Deliver to') })
    await question.getByRole('button', { name: 'Check' }).click()
    await expect(question).toHaveAttribute('aria-busy', 'true')
    // The page about the school has no part that is hydrated later, so only the click is left to forget.
    await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click()
    await expect(page).toHaveURL('/about')
    // React first removes the form, and later the rest of the page.
    await expect(main.getByRole('heading', { name: 'Our Expert Instructors' })).toBeVisible()
    await expect(question).toHaveCount(0)
    await page.clock.runFor(8_000)
    await expect(page.getByText('This page hasn’t fully loaded')).toBeHidden()
    await expect.poll(() => page.evaluate(() => 'takeEarly' in window)).toBe(false)
    await release()
  })

  test('a page whose scripts take 8 s after a click says that it has not loaded completely', async ({
    page,
  }) => {
    await page.clock.install()
    const release = await holdScripts(page)
    await page.goto('/classes', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Enroll Now: Diploma in Ikebana', exact: true }).click()
    const note = page.getByText('This page hasn’t fully loaded')
    await expect(note).toBeHidden()
    await page.clock.runFor(8_000)
    await expect(note).toBeVisible()
    await release()
    await expect(note).toBeHidden()
    await expect(dialogOf(page)).toHaveAccessibleName('Enrol in this course')
  })
})

test('a click while React hydrates the page is carried out once', async ({ page }) => {
  // React reads `takeEarly` after its first commit, and then handles clicks itself.
  await page.addInitScript(() => {
    const early = window as Window & { takeEarly?: unknown }
    let take: unknown
    Object.defineProperty(early, 'takeEarly', {
      configurable: true,
      set: (given) => {
        take = given
      },
      get: () => {
        const given = take
        Reflect.deleteProperty(early, 'takeEarly')
        early.takeEarly = given
        document.querySelector<HTMLElement>('[aria-label="Favourite: Diploma in Ikebana"]')?.click()
        return given
      },
    })
  })
  await open(page, '/classes')
  const heart = page.getByRole('button', { name: 'Favourite: Diploma in Ikebana', exact: true })
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  // React takes over the form in the footer later than the rest.
  await expect.poll(() => page.evaluate(() => 'takeEarly' in window)).toBe(false)
})

test('scripts are requested after the first paint, and also load in a browser that reports no paints', async ({
  page,
}) => {
  await open(page, '/classes')
  await test.step('a page that is ready shows no warning and keeps no early clicks', async () => {
    await expect(page.getByText('This page hasn’t fully loaded')).toBeHidden()
    await expect(page.getByText('JavaScript is switched off')).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => 'takeEarly' in window)).toBe(false)
  })
  const { painted, asked } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    asked: Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
        .map(({ startTime }) => startTime),
    ),
  }))
  expect(asked).toBeGreaterThanOrEqual(painted)
  await page.addInitScript(() => {
    Object.defineProperty(PerformanceObserver, 'supportedEntryTypes', { value: [] })
  })
  await open(page, '/about')
})
