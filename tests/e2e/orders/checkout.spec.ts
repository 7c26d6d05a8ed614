import type { Page } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { type TestApp, testNow } from '../../harness/app.ts'
import { beSignedIn, expect, failed, open, test, type Wire } from '../../harness/browser.ts'
import {
  buy,
  chooseTime,
  fillCart,
  fillCheckout,
  readyProduct,
  unfoldCheckout,
} from '../../harness/buying.ts'

// The page's clock shows Monday 2 March, 12:00 at the school.
test.beforeEach(({ page }) => page.clock.setFixedTime(testNow))

const pay = (page: Page) => page.getByRole('button', { name: /^Pay( ₹|$)/ })
const summary = (page: Page, title: string) =>
  page.locator('summary').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const unfold = (page: Page, title: string) => summary(page, title).press('Enter')
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

async function acceptAlert(page: Page, press: () => Promise<void>): Promise<string> {
  const shown = page.waitForEvent('dialog').then(async (dialog) => {
    const words = dialog.message()
    await dialog.accept()
    return words
  })
  await press()
  return shown
}

test('a visitor orders a gift for tomorrow with a coupon code, pays, and follows the order', {
  tag: '@phone',
}, async ({ page, school }) => {
  const product = await readyProduct(school)
  await school.db.transaction((tx) =>
    school.app.services.coupons.add(tx, { code: 'ONAM10', kind: 'percent', percent: 10 }, null),
  )
  await buy(page, product, (on) => on.click())
  await fillCheckout(page)
  await chooseTime(page, /Tuesday 3 March/, /1 pm – 6 pm/)
  await page.getByRole('textbox', { name: 'Card message' }).fill('அன்புடன், happy birthday!')
  await expect(page.getByRole('main')).toContainText('Orders for tomorrow can’t be cancelled.')

  await test.step('the sum is in view, and its details are folded', async () => {
    const fold = page.getByRole('button', { name: /1 item/ })
    await expect(fold).toBeInViewport()
    await expect(page.getByText('Subtotal')).toBeHidden()
    await fold.click()
    await expect(page.getByText('Subtotal')).toBeVisible()
  })

  await test.step('a coupon code reduces the sum', async () => {
    await page.getByText('I have a code').click()
    const code = page.getByLabel('Code', { exact: true })
    await code.fill('onam10')
    await code.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: '10% off. You save ₹' })).toBeVisible()
    await expect(page.getByText('Discount')).toBeVisible()
  })

  await test.step('the checkout has no accessibility faults at 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 740 })
    await isSound(page)
  })

  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await pay(page).dblclick()
  expect((await sent).headers()['idempotency-key']).toBeTruthy()
  await expect(heading(page)).toHaveText('Complete Your Payment')
  await expect(page.getByRole('main')).toContainText(product.name)
  await expect(page.getByRole('main')).toContainText('we’ll release your order. You won’t be charged.')
  expect(await page.evaluate(() => sessionStorage.getItem('checkoutDraft'))).toBeNull()

  await acceptAlert(page, () => page.getByRole('button', { name: 'Pay Now' }).click())
  await expect(heading(page)).toHaveText('Your order is confirmed')
  // A buyer who closed the browser after paying returns to this address.
  await open(page, page.url())
  await expect(heading(page)).toHaveText('Your order is confirmed')
  await page.getByRole('link', { name: 'Track your order' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /^Being arranged/ })).toBeVisible()
  await expect(heading(page)).toHaveText('Your order is confirmed')
  await isSound(page)
  const steps = page.getByRole('listitem').filter({ hasText: /^(?:Ordered|Paid|Being arranged)/ })
  await expect(steps.nth(1)).toContainText('Mon, 2 March at 12:00 pm')
  await expect(steps.nth(2)).toContainText('still to come')
  // The browser that ordered shows the delivery address, but neither the buyer's phone nor e-mail address.
  await expect(page.getByRole('main')).toContainText('Kutchery')
  for (const secret of ['7700', 'meena@']) {
    await expect(page.getByRole('main')).not.toContainText(secret)
  }
  await expect(page.getByRole('main')).toContainText('Keep your orders in one place')
  const orders = await school.db.read
    .selectFrom('shop_order')
    .select(['card_message', 'coupon_code', 'payment_status'])
    .where('email', '=', 'meena@mail.example')
    .execute()
  expect(orders).toEqual([
    { card_message: 'அன்புடன், happy birthday!', coupon_code: 'ONAM10', payment_status: 'paid' },
  ])
})

test('the checkout says which flowers, slot, coupon or price has changed since, and keeps the input', async ({
  page,
  school,
}) => {
  const { product } = await fillCart(page, school, 2)
  const coupon = await school.db.transaction((tx) =>
    school.app.services.coupons.add(tx, { code: 'ONCE', kind: 'rupees', amount: 5_000, usesMax: 1 }, null),
  )
  await open(page, '/checkout')
  await fillCheckout(page)
  await chooseTime(page, /Wednesday 4 March/, /1 pm – 6 pm/)
  await expect(page.getByRole('main')).toContainText('You can cancel this order until 12 pm tomorrow.')
  await page.getByText('I have a code').click()
  await page.getByLabel('Code', { exact: true }).fill('ONCE')
  await page.getByLabel('Code', { exact: true }).press('Enter')
  await expect(page.getByText('Discount')).toBeVisible()
  failed(page.context(), `${school.url}/api/orders`)
  const nothingIsLost = async () => {
    await expect(page.getByText(/We’ve kept what you typed\./)).toBeVisible()
    for (const [label, words] of [
      ['Pincode', '600 004'],
      ['Recipient’s name', 'Lakshmi Narayanan'],
      ['Address', '14, Kutchery Road'],
      ['Your e-mail', 'meena@mail.example'],
    ] as const)
      await expect(page.getByRole('textbox', { name: label })).toHaveValue(words)
    await expect(page.getByRole('checkbox', { name: /I accept/ })).toBeChecked()
  }

  await test.step('the flowers are sold out', async () => {
    await school.db.transaction((tx) =>
      tx.updateTable('product').set({ quantity: 1 }).where('id', '=', product.id).execute(),
    )
    await pay(page).click()
    const summary = page.getByRole('complementary', { name: 'Your order' })
    await expect(summary).toContainText(`We don’t have enough ${product.name} left. Choose fewer.`)
    await expect(summary).toContainText('so your cart has 1.')
    await expect(summary).toContainText('1 × ₹')
    await nothingIsLost()
  })

  await test.step('the slot is full', async () => {
    await school.db.transaction((tx) =>
      tx
        .insertInto('slot_day')
        .values((eb) => ({
          slot_id: eb.selectFrom('delivery_slot').select('id').where('name', '=', 'Afternoon'),
          day: '2026-03-04',
          taken: 24,
        }))
        .onConflict((conflict) => conflict.columns(['slot_id', 'day']).doUpdateSet({ taken: 24 }))
        .execute(),
    )
    await pay(page).click()
    const part = page
      .getByRole('group')
      .filter({ has: page.getByRole('heading', { name: 'Where and when' }) })
    await expect(part.getByRole('alert').first()).toBeVisible()
    await expect(page.getByRole('radio', { name: /1 pm – 6 pm/ })).toBeDisabled()
    await expect(page.getByText('Afternoon · Full')).toBeVisible()
    await nothingIsLost()
    await chooseTime(page, /Wednesday 4 March/, /9 am – 1 pm/)
  })

  await test.step('the coupon is used up', async () => {
    await school.db.transaction((tx) =>
      tx.updateTable('coupon').set({ uses: 1 }).where('id', '=', coupon.id).execute(),
    )
    await pay(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'used up' })).toBeVisible()
    await nothingIsLost()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Discount')).toHaveCount(0)
  })

  await test.step('the price has changed', async () => {
    const [size] = product.sizes
    if (size) {
      await school.db.transaction((tx) =>
        tx
          .updateTable('product_size')
          .set({ price_in_paise: size.price * 100 + 5000 })
          .where('id', '=', size.id)
          .execute(),
      )
    } else {
      await school.db.transaction((tx) =>
        tx
          .updateTable('product')
          .set({ price_in_paise: product.price * 100 + 5000 })
          .where('id', '=', product.id)
          .execute(),
      )
    }
    const before = (await pay(page).innerText()).replace(/\D/g, '')
    await pay(page).click()
    await expect(page.getByText(/^The total is now ₹/)).toBeVisible()
    await expect(pay(page)).not.toHaveText(new RegExp(`₹${Number(before).toLocaleString('en-IN')}$`))
    expect(Number((await pay(page).innerText()).replace(/\D/g, ''))).toBeGreaterThan(Number(before))
  })

  await pay(page).click()
  await expect(heading(page)).toHaveText('Complete Your Payment')
})

test('the checkout goes on part by part, and folds what is finished', { tag: '@phone' }, async ({
  page,
  school,
}) => {
  await fillCart(page, school)
  await open(page, '/checkout')
  const next = page.getByRole('button', { name: 'Continue' })

  await test.step('a part with an error stays open', async () => {
    await next.click()
    await expect(page.getByRole('textbox', { name: 'Pincode' })).toBeFocused()
    await expect(page.getByText('Enter a pincode of six digits')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Address' })).toBeHidden()
  })

  await page.getByRole('textbox', { name: 'Pincode' }).fill('600 004')
  await chooseTime(page, /Wednesday 4 March/, /1 pm – 6 pm/)
  await next.click()
  await expect(summary(page, 'Recipient')).toBeFocused()
  await expect(summary(page, 'Where and when')).toContainText('Wednesday, 4 Mar, 1 pm – 6 pm · 600 004')
  await expect(page.getByRole('textbox', { name: 'Pincode' })).toBeHidden()
  await page.getByRole('checkbox', { name: 'The flowers are for me' }).check()
  await page.getByRole('textbox', { name: 'Address' }).fill('14, Kutchery Road')
  // Enter in a field of a part goes on to the next part. It does not send the order.
  await page.getByRole('textbox', { name: 'Area' }).fill('Mylapore')
  await page.keyboard.press('Enter')
  await expect(summary(page, 'Your details')).toBeFocused()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Meena Krishnan')
  await page.getByRole('textbox', { name: 'Your e-mail' }).fill('meena@mail.example')

  await test.step('a later answer asks for more in a finished part', async () => {
    await page.getByRole('textbox', { name: 'Your phone' }).fill('+44 7700 900123')
    await next.click()
    await expect(page.getByRole('textbox', { name: 'Recipient’s phone' })).toBeFocused()
    await page.keyboard.type('9876543210')
    await next.click()
    await expect(summary(page, 'Payment')).toBeFocused()
  })

  await test.step('a reload folds the finished parts again', async () => {
    await open(page, '/checkout')
    await expect(page.getByRole('radio', { name: /^UPI/ })).toBeVisible()
    await expect(summary(page, 'Recipient')).toContainText('For you · 14, Kutchery Road')
    await expect(page.getByRole('textbox', { name: 'Address' })).toBeHidden()
    await isSound(page)
  })

  await test.step('Change opens a part with what was typed', async () => {
    await summary(page, 'Your details').click()
    await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Meena Krishnan')
    await page.getByRole('textbox', { name: 'Your name' }).fill('Meena K')
    await next.click()
    await expect(summary(page, 'Your details')).toContainText('Meena K ·')
    await expect(summary(page, 'Payment')).toBeFocused()
  })

  await page.getByRole('radio', { name: /^UPI/ }).check()
  await page.getByRole('radio', { name: /^Ask me first/ }).check()
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await pay(page).click()
  await expect(heading(page)).toHaveText('Complete Your Payment')
})

test('an order is placed, paid, corrected and cancelled by keyboard alone', async ({ page, school }) => {
  await buy(page, await readyProduct(school), (on) => on.press('Enter'))
  await unfold(page, 'Payment')
  await expect(pay(page)).toBeEnabled()
  await pay(page).press('Enter')
  // The first refused field has the focus, and its part of the form is unfolded.
  const pincode = page.getByRole('textbox', { name: 'Pincode' })
  await expect(pincode).toBeFocused()
  await expect(page.getByText('Enter a pincode of six digits')).toBeVisible()
  await isSound(page)

  await page.keyboard.type('641001')
  await expect(page.getByText('We don’t deliver to 641001 yet')).toBeVisible()
  await page.getByRole('button', { name: 'Ask us' }).press('Enter')
  const asking = page.getByRole('dialog')
  await expect(asking.getByLabel('Your question')).toHaveValue(/641001/)
  await isSound(page)
  await page.keyboard.press('Escape')

  await page.getByRole('radio', { name: /^Deliver/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(pincode).toBeHidden()
  // Sunday 8 March is six days ahead.
  await page.getByRole('radio', { name: /Sunday 8 March/ }).press('Space')
  await page.getByRole('radio', { name: /10 am – 6 pm/ }).press('Space')
  await page.keyboard.press('Enter')
  await expect(summary(page, 'Card message')).toBeFocused()
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(summary(page, 'Your details')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Meena Krishnan')
  await page.keyboard.press('Tab')
  await page.keyboard.type('meena@mail.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('9876543210')
  await page.keyboard.press('Enter')
  await expect(summary(page, 'Payment')).toBeFocused()
  await page.getByRole('radio', { name: /^QR Code/ }).press('Space')
  await page.getByRole('radio', { name: /^Refund/ }).press('Space')
  await page.getByRole('checkbox', { name: /I accept/ }).press('Space')
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('Complete Your Payment')
  await acceptAlert(page, () => page.getByRole('button', { name: 'Pay Now' }).press('Enter'))
  await page.getByRole('link', { name: 'Track your order' }).press('Enter')
  await expect(page.getByRole('main')).toContainText(
    'You can collect your flowers from our studio on Sun, 8 March 2026',
  )

  await page.getByRole('button', { name: 'Check or change details' }).press('Enter')
  const correcting = page.getByRole('dialog')
  await expect(correcting.getByLabel('Recipient’s name')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(correcting.getByLabel('Collection time')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('With love')
  await correcting.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(correcting).toContainText('We’ve updated your order.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Delivery details' })).toContainText('With love')

  await page.getByRole('button', { name: 'Cancel my order' }).press('Enter')
  const cancelling = page.getByRole('dialog')
  await expect(cancelling.getByLabel('Your e-mail')).toBeFocused()
  await page.keyboard.type('somebody@mail.example')
  failed(
    page.context(),
    `${school.url}${new URL(page.url()).pathname.replace('/orders', '/api/orders')}/cancel`,
  )
  await page.keyboard.press('Enter')
  await expect(cancelling).toContainText('This isn’t the e-mail address that the order was placed with.')
  await isSound(page)
  await cancelling.getByLabel('Your e-mail').fill('meena@mail.example')
  await page.keyboard.press('Enter')
  // Esc does not close the dialog while the request is sent. The dialog's name changes when the order is cancelled.
  const cancelled = page.getByRole('dialog', { name: 'Order cancelled' })
  await expect(cancelled).toContainText('We’ll refund you the way you paid')
  await page.keyboard.press('Escape')
  await expect(heading(page)).toHaveText('This order was cancelled')
})

test('the checkout keeps its input before hydration, over a reload, and when the answer to an order is lost', async ({
  page,
  school,
  wire,
}) => {
  const product = await readyProduct(school)
  const scripts: (() => void)[] = []
  let isHeld = true
  await page.route('**/assets/*.js', async (route) => {
    if (isHeld) await new Promise<void>((resolve) => scripts.push(resolve))
    await route.continue()
  })
  await page.goto(`/checkout?product=${product.slug}&quantity=2`, { waitUntil: 'commit' })
  await summary(page, 'Your details').click()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Meena')
  await page.getByRole('textbox', { name: 'Pincode' }).fill('600004')
  isHeld = false
  for (const go of scripts) go()
  // The days load for the pincode that was typed before hydration.
  await page.getByRole('radio', { name: /Tuesday 3 March/ }).check()
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Meena')

  await unfoldCheckout(page)
  await page.getByRole('textbox', { name: 'Address' }).fill('14, Kutchery Road')
  await page.getByRole('checkbox', { name: /I accept/ }).check()
  await open(page, `/checkout?product=${product.slug}&quantity=2`)
  await unfoldCheckout(page)
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('14, Kutchery Road')
  await expect(page.getByRole('radio', { name: /Tuesday 3 March/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /I accept/ })).not.toBeChecked()

  await fillCheckout(page)
  await page.getByRole('radio', { name: /9 am – 1 pm/ }).check()
  const sent = await loseAnswers(school, wire)
  const orders = async () => {
    const rows = await school.db.read
      .selectFrom('shop_order')
      .select('id')
      .where('email', '=', 'meena@mail.example')
      .execute()
    return rows.length
  }
  await pay(page).click()
  await expect(page.getByText('We couldn’t reach our server')).toBeVisible()
  // A changed form would place another order, so the browser first requests the answer to the first order again.
  await wire.restore('POST /api/orders')
  await page.getByRole('textbox', { name: 'Landmark' }).fill('The blue gate')
  await pay(page).click()
  await expect(heading(page)).toHaveText('Complete Your Payment')
  expect(await orders()).toBe(1)
  expect(await page.evaluate(() => sessionStorage.getItem('checkoutKey'))).toBeNull()
  expect(sent[0]?.postDataJSON().lines).toEqual([
    { productId: product.id, size: product.sizes[0]?.id ?? null, quantity: 2, answer: null },
  ])

  // The order has emptied the cart, so the browser requests the answer to the order again.
  await fillCart(page, school)
  await open(page, '/checkout')
  await fillCheckout(page)
  await chooseTime(page, /Tuesday 3 March/, /9 am – 1 pm/)
  await loseAnswers(school, wire)
  await pay(page).click()
  await expect(page.getByText('We couldn’t reach our server')).toBeVisible()
  await wire.restore('POST /api/orders')
  await open(page, '/checkout')
  await expect(heading(page)).toHaveText('Complete Your Payment')
  expect(await orders()).toBe(2)
})

/** Passes orders on to the server, but drops the server's answers. */
function loseAnswers(school: TestApp, wire: Wire) {
  return wire.answer('POST /api/orders', async (request) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers()).filter(([name]) => /^(?:idempotency-key|cart-token)$/.test(name)),
    )
    const { status } = await school.http('POST', '/api/orders', { body: request.postDataJSON(), headers })
    expect(status).toBe(201)
    return 'offline' as const
  })
}

test('a cart emptied by an order links to the order, after Back and in a second tab', async ({
  page,
  context,
  school,
}) => {
  const { product } = await fillCart(page, school)
  const second = await context.newPage()
  await second.clock.setFixedTime(testNow)
  await open(page, '/cart')
  await open(second, '/checkout')
  await expect(second.getByRole('complementary', { name: 'Your order' })).toContainText(product.name)
  await page.getByRole('link', { name: 'Checkout' }).click()
  await fillCheckout(page)
  await chooseTime(page, /Tuesday 3 March/, /1 pm – 6 pm/)
  await pay(page).click()
  await expect(heading(page)).toHaveText('Complete Your Payment')
  const id = new URL(page.url()).searchParams.get('order')
  const way = (of: Page) => of.getByRole('link', { name: 'View your last order' })
  await expect(second.getByRole('main')).toContainText('Your cart is empty')
  await expect(way(second)).toHaveAttribute('href', `/orders/${id}`)
  await page.goBack()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('main')).toContainText('Your cart is empty')
  await way(page).click()
  await expect(heading(page)).toHaveText('Waiting for your payment')
  await expect(page.getByRole('link', { name: 'Pay now' })).toBeVisible()
})

test('a checkout open past midnight drops the day that is over and asks for another day', async ({
  page,
  school,
}) => {
  await fillCart(page, school)
  await open(page, '/checkout')
  await page.getByRole('textbox', { name: 'Pincode' }).fill('600004')
  await chooseTime(page, /Monday 2 March/, /1 pm – 6 pm/)
  school.deps.clock.set('2026-03-02T18:30:00.000Z')
  await page.clock.setFixedTime('2026-03-02T18:30:00.000Z')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByText('That day has passed. Choose another day.')).toBeVisible()
  await expect(page.getByRole('radio', { name: /Monday 2 March/ })).toHaveCount(0)
})

test('the profile lists the user’s own orders, and "Order again" fills the cart', async ({
  page,
  school,
}) => {
  const caller = await beSignedIn(page, school, 'user')
  const orders = page.getByRole('region', { name: 'My orders' })
  const product = await readyProduct(school)
  const slot = await school.db.read
    .selectFrom('delivery_slot')
    .select('id')
    .where('name', '=', 'Pickup')
    .executeTakeFirstOrThrow()
  const placed = await school.http('POST', '/api/orders', {
    token: caller.token,
    body: {
      day: '2026-03-05',
      slotId: slot.id,
      customername: 'Meena Krishnan',
      email: caller.email,
      phone: '9876543210',
      paymentMethod: 'UPI',
      substitution: 'ask',
      acceptsTerms: true,
      lines: [{ productId: product.id, size: product.sizes[0]?.id ?? null, quantity: 2 }],
    },
  })
  expect(placed.status).toBe(201)
  await open(page, '/profile')
  await expect(orders.getByRole('link', { name: `2 × ${product.name}` })).toHaveAttribute(
    'href',
    `/orders/${placed.body.data.id}`,
  )
  await orders.getByRole('button', { name: /^Reorder/ }).click()
  await expect(page).toHaveURL('/cart')
  const cart = await school.http('GET', '/api/cart', { token: caller.token })
  expect(cart.body.data.lines).toMatchObject([{ productId: product.id, quantity: 2 }])
})
