import type { Page, Route } from '@playwright/test'
import { isSound } from '../../harness/accessibility.ts'
import { testNow } from '../../harness/app.ts'
import { expect, failed, kept, open, test, toastOf } from '../../harness/browser.ts'
import { signedIn } from '../../harness/callers.ts'

const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const lines = (page: Page) => page.getByRole('list', { name: 'In your cart' }).getByRole('listitem')
const basket = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart, / })

test('the store’s filters work by keyboard and are kept in the address, and text typed during an update is not lost', async ({
  page,
}) => {
  await open(page, '/store')
  const count = page.getByText(/^\d+ items$/)
  await expect(count).toHaveText('22 items')
  // A choice is ignored until the form is hydrated, which happens when the browser is idle. So the choice is repeated.
  await page.getByLabel('Sort by').focus()
  await expect(async () => {
    await page.getByLabel('Sort by').selectOption('price')
    await expect(page).toHaveURL('/store?sort=price', { timeout: 1_000 })
  }).toPass()
  await page.getByLabel('Lowest price').focus()
  await page.keyboard.type('1000')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/store?minPrice=1000&sort=price')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2000')
  await page.getByRole('checkbox', { name: 'In stock' }).focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/store?instock=yes&minPrice=1000&maxPrice=2000&sort=price')
  await expect(page.getByRole('main').getByText('Out of Stock')).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Weddings' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/store?category=Weddings&instock=yes&minPrice=1000&maxPrice=2000&sort=price')
  await page.getByRole('link', { name: 'Clear all' }).press('Enter')
  await expect(page).toHaveURL('/store?sort=price')
  await expect(page.getByLabel('Lowest price')).toHaveValue('')
  await expect(count).toHaveText('22 items')

  // Both prices are typed before the first one has changed the address.
  await page
    .locator('form', { has: page.getByLabel('Highest price') })
    .evaluate((element: HTMLFormElement) => {
      const type = (name: string, value: string) => {
        const field = element.elements.namedItem(name) as HTMLInputElement
        field.value = value
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
      type('minPrice', '1000')
      element.requestSubmit()
      type('maxPrice', '2000')
    })
  await expect(page).toHaveURL('/store?minPrice=1000&maxPrice=2000&sort=price')
  await page.getByLabel('Search').fill('no such flower')
  await expect(page.getByRole('main').getByText('No flowers match your search')).toBeVisible()
  await page.getByRole('link', { name: 'Show all flowers' }).click()
  await expect(page).toHaveURL('/store')
})

test('the delivery check shows when each bouquet can arrive, and keeps the pincode on the next page', {
  tag: '@phone',
}, async ({ page }) => {
  await page.clock.setFixedTime(testNow)
  await open(page, '/store')
  const check = page.getByRole('region', { name: 'Check delivery times' })
  const posy = card(page, 'Morning market posy')
  await expect(posy).toContainText('Same-day delivery')
  const fold = page.getByRole('main').getByText('Delivery times', { exact: true })
  if (await fold.isVisible()) await fold.click()
  await expect(async () => {
    await check.getByLabel('Deliver to').fill('6000')
    await check.getByRole('button', { name: 'Check' }).click()
    await expect(check.getByText('Enter a pincode of six digits')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await check.getByLabel('Deliver to').fill('600 004')
  await check.getByRole('button', { name: 'Check' }).click()
  await expect(posy).toContainText(/Today, [\d:]+( [ap]m)?-[\d:]+ [ap]m/)
  await expect(card(page, 'Mandap flowers, the full set')).toContainText(/Thu, 5 Mar, /)
  await posy.getByRole('link', { name: 'Morning market posy' }).last().click()
  await expect(check).toContainText('Today')
  await expect(check.getByLabel('Deliver to')).toHaveValue('600004')
  await check.getByLabel('Deliver to').fill('110001')
  await check.getByRole('button', { name: 'Check' }).click()
  await expect(check).toContainText('We don’t deliver to 110001 yet')
  await check.getByRole('button', { name: 'Ask us' }).click()
  await expect(page.getByRole('dialog').getByLabel('Your question')).toHaveValue(/110001/)
})

test('a product is added to the cart with its options, and cart lines can be changed, removed and restored', {
  tag: '@phone',
}, async ({ page, wire }) => {
  await open(page, '/store/red-roses')
  // A phone shows a bar with the price and a second button until the form's own button is in view.
  const buttons = page.getByRole('button', { name: /^Add to cart/ })
  await expect(buttons).toHaveCount(2)
  await expect(buttons.last()).toBeInViewport()
  await buttons.first().scrollIntoViewIfNeeded()
  await expect(buttons).toHaveCount(1)
  await page.getByRole('radio', { name: /Deluxe/ }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Ribbon colour').fill('Deep red')
  await page.getByRole('button', { name: 'One more: Quantity' }).click()
  await page.getByRole('checkbox', { name: /painted card/ }).check()
  const add = page.getByRole('main').getByRole('button', { name: /^Add to cart · / })
  await expect(add).toContainText('₹3,820')
  await add.click()
  await toastOf(page).getByRole('button', { name: 'View cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(lines(page)).toHaveCount(2)
  const roses = lines(page).filter({ hasText: 'Red roses' })
  await expect(roses).toContainText('Deluxe')
  await expect(roses).toContainText('Ribbon colour: Deep red')
  const sum = page.getByRole('complementary', { name: 'Total' })
  await expect(sum).toContainText('₹3,820')
  await isSound(page)

  await roses.getByRole('button', { name: /^One less/ }).click()
  await expect(sum).toContainText('₹1,970')
  await page.getByRole('button', { name: /^Remove A painted card/ }).click()
  await expect(lines(page)).toHaveCount(1)
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(lines(page)).toHaveCount(2)

  await wire.answer('PUT /api/cart/items/:id', 'offline')
  await roses.getByRole('button', { name: /^One more/ }).click()
  await expect(toastOf(page)).toContainText('We couldn’t update your cart')
  await expect(sum).toContainText('₹1,970')
  const checkout = sum.getByRole('link', { name: 'Checkout' })
  await expect(checkout).toHaveAttribute('href', '/checkout')

  // The add-ons load later, but must not move the Checkout link.
  let loadAddOns = () => {}
  await wire.answer(
    'GET /api/products',
    () => new Promise((resolve) => (loadAddOns = () => resolve(undefined))),
  )
  await open(page, '/cart')
  await expect(checkout).toBeVisible()
  const place = await checkout.boundingBox()
  loadAddOns()
  await expect(page.getByRole('heading', { name: 'Goes well with' })).toBeVisible()
  expect(await checkout.boundingBox()).toEqual(place)
})

test('a guest’s cart is the same in two tabs, and joins the account at sign-in', async ({
  page,
  context,
  school,
}) => {
  const user = await signedIn(school, 'user')
  const [vase] = (await school.http('GET', '/api/products?addon=yes&q=vase')).body
  const body = { productId: vase.id, quantity: 2 }
  await school.http('POST', '/api/cart/items', { token: user.token, body })

  await open(page, '/cart')
  await expect(page.getByRole('main')).toContainText('Your cart is empty')
  await isSound(page)
  await open(page, '/store')
  await card(page, 'Gerberas, a dozen').getByRole('button', { name: 'Add to cart' }).click()
  await expect(toastOf(page)).toContainText('Added to your cart')
  await expect(basket(page)).toHaveAccessibleName('Cart, 1 item')
  await expect(card(page, 'Ooty tulips, ten stems')).toContainText('Out of Stock')
  await card(page, 'Red roses, hand-tied').getByRole('link', { name: 'Choose' }).click()
  await expect(page).toHaveURL('/store/red-roses')
  const other = await context.newPage()
  await open(other, '/cart')
  await expect(lines(other)).toHaveCount(1)
  await lines(other)
    .getByRole('button', { name: /^One more/ })
    .click()
  await expect(basket(page)).toHaveAccessibleName('Cart, 2 items')

  await open(page, '/signin?next=/cart')
  await page.getByLabel('Email').first().fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/cart')
  await expect(lines(page)).toHaveCount(2)
  await expect(basket(page)).toHaveAccessibleName('Cart, 4 items')
  await expect.poll(() => kept(page, 'cartToken')).toBeNull()
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await expect(basket(page)).toHaveCount(0)
})

test('"Add to cart" repeated after a lost response makes one cart, and its idempotency key alone does not open the cart', async ({
  page,
}) => {
  let sent: Record<string, string> = {}
  const loseAnswer = async (route: Route) => {
    sent = route.request().headers()
    expect((await route.fetch()).status()).toBe(201)
    failed(page.context(), route.request().url())
    await route.abort()
  }
  await open(page, '/store')
  await page.route('**/api/cart/items', loseAnswer, { times: 1 })
  const add = card(page, 'Gerberas, a dozen').getByRole('button', { name: 'Add to cart' })
  await add.click()
  await expect(toastOf(page)).toContainText('We couldn’t add')
  const again = page.waitForRequest(
    (request) => request.method() === 'POST' && /cart.items/.test(request.url()),
  )
  await add.click()
  await expect(basket(page)).toHaveAccessibleName('Cart, 1 item')
  const body = (await again).postDataJSON()
  const [key, proof] = ['idempotency-key', 'cart-proof'].map((name) => sent[name] ?? '')
  expect((await again).headers()).toMatchObject({ 'idempotency-key': key, 'cart-proof': proof })
  const token = await kept(page, 'cartToken')
  const post = (headers: Record<string, string>) =>
    page.request.post('/api/cart/items', {
      data: body,
      headers: { 'idempotency-key': key ?? '', ...headers },
    })
  expect((await (await post({})).json()).data.token).not.toBe(token)
  expect((await (await post({ 'cart-proof': proof ?? '' })).json()).data.token).toBe(token)
})

test('a visitor asks for an e-mail when a sold-out product is back, and one request is stored', async ({
  page,
  school,
}) => {
  await open(page, '/store/ooty-tulips')
  await expect(async () => {
    await page.getByRole('button', { name: 'Tell me when it’s back' }).click()
    await expect(page.getByLabel('Your e-mail address')).toHaveAttribute('aria-invalid', 'true', {
      timeout: 1_000,
    })
  }).toPass()
  await page.getByLabel('Your e-mail address').fill('meena@mail.example')
  await page.getByRole('button', { name: 'Tell me when it’s back' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'We’ll let you know.' })).toBeVisible()
  const { count } = await school.db.read
    .selectFrom('stock_wish' as never)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1)
})
