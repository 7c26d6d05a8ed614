import { describe, expect, test } from 'vitest'
import { linkTokenFor, newestLetterTo } from '../../../../tests/harness/letters.ts'
import { onEachEngine } from '../../../../tests/harness/on-each-engine.ts'
import { authSecret } from '../../../platform/secret.ts'
import { createSignedLinks } from '../../../platform/signed-links.ts'

onEachEngine('subscriptions', (app) => {
  const subscribers = () => app.db.read.selectFrom('newsletter_subscriber').select('email').execute()
  const contacts = () => app.db.read.selectFrom('contact').select(['name', 'email', 'phone']).execute()
  const messagesTo = (recipient: string) =>
    app.db.read.selectFrom('outbox').select('template').where('recipient', '=', recipient).execute()

  test.each([
    [{}, 'Please enter your email address'],
    [{ email: '  ' }, 'Please enter your email address'],
    [{ email: 'no address' }, 'Please enter a valid email address'],
    [{ email: 'a b@c.example' }, 'Please enter a valid email address'],
  ])('a subscription with %j is refused with the reason', async (body, sentence) => {
    const answer = await app.http('POST', '/api/landing/email', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual({ email: sentence })
    expect(await subscribers()).toEqual([])
  })

  test('an e-mail address is subscribed and welcomed once, and the response never reveals that the address was known', async () => {
    const email = 'Uma@Post.example'
    const first = await app.http('POST', '/api/landing/email', { body: { email } })
    const again = await app.http('POST', '/api/landing/email', { body: { email: 'uma@post.example ' } })
    expect(first.status).toBe(200)
    expect(first.body).toEqual({ success: true })
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(await subscribers()).toEqual([{ email: 'uma@post.example' }])
    expect(await messagesTo('uma@post.example')).toEqual([{ template: 'newsletter-welcome' }])
  })

  test('twenty subscriptions of one e-mail address at once make one subscription', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.http('POST', '/api/landing/email', { body: { email: 'rush@post.example' } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await messagesTo('rush@post.example')).toHaveLength(1)
  })

  describe('unsubscribing by the link in an e-mail', () => {
    const unsubscribe = (token: string, options: object = {}) =>
      app.http('POST', `/unsubscribe/${token}`, options)

    test('a subscriber can unsubscribe, even twice, and can subscribe again with a new link', async () => {
      const email = 'leaving@post.example'
      const subscribe = () => app.http('POST', '/api/landing/email', { body: { email } })
      await subscribe()
      const token = await linkTokenFor(app, email)
      expect(await subscribers()).toContainEqual({ email })
      for (let count = 0; count < 2; count++) {
        const { status, body } = await unsubscribe(token)
        expect([status, body]).toEqual([200, { success: true }])
        expect(await subscribers()).not.toContainEqual({ email })
      }
      await subscribe()
      // The new subscription has a second welcome and another link.
      expect(await messagesTo(email)).toHaveLength(2)
      // The old letter's link belongs to the old subscription.
      await unsubscribe(token)
      expect(await subscribers()).toContainEqual({ email })
    })

    test('one click in an e-mail program, which posts a form (RFC 8058), unsubscribes', async () => {
      const email = 'one-click@post.example'
      await app.http('POST', '/api/landing/email', { body: { email } })
      const { unsubscribeUrl } = await newestLetterTo(app, email)
      const answer = await fetch(new URL(new URL(unsubscribeUrl ?? '').pathname, app.url), {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
      expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
      expect(await subscribers()).not.toContainEqual({ email })
    })

    test('a forged link, another kind of link, a GET request and an oversized form do not unsubscribe', async () => {
      const email = 'staying@post.example'
      await app.http('POST', '/api/landing/email', { body: { email } })
      const token = await linkTokenFor(app, email)
      const links = createSignedLinks(authSecret(app.deps.config))
      const ofReminder = links.sign('reminder', token.split('.')[0] ?? '')
      for (const wrong of [
        'nonsense',
        ofReminder,
        `${token.slice(0, -4)}AAAA`,
        `x${token}`,
        'x'.repeat(8_000),
      ]) {
        expect((await unsubscribe(wrong)).body.code, wrong).toBe('not_found')
      }
      const endless = await fetch(`${app.url}/unsubscribe/${token}`, {
        method: 'POST',
        body: new URLSearchParams({ a: 'x'.repeat(40_000) }),
      })
      expect(endless.status).toBe(413)
      expect((await app.http('GET', `/unsubscribe/${token}`)).status).toBe(404)
      expect(await subscribers()).toContainEqual({ email })
    })
  })

  test.each(['name', 'phone', 'email'])('a contact message without %s is refused', async (missing) => {
    const body = { name: 'Zara', phone: '+91 60000 00001', email: 'zara@post.example', [missing]: ' ' }
    const answer = await app.http('POST', '/api/landing/contact', { body })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual([missing])
    expect(await contacts()).toEqual([])
  })

  test('a contact message is stored and answered by e-mail, once for one Idempotency-Key', async () => {
    const body = { name: 'Zara', phone: '+91 60000 00001', email: 'Zara@post.example' }
    const headers = { 'idempotency-key': 'the-same-popup' }
    for (let count = 0; count < 3; count++) {
      const answer = await app.http('POST', '/api/landing/contact', { body, headers })
      expect([answer.status, answer.body]).toEqual([200, { success: true }])
    }
    expect(await contacts()).toEqual([{ name: 'Zara', phone: '6000000001', email: 'zara@post.example' }])
    expect(await messagesTo('zara@post.example')).toEqual([{ template: 'contact-received' }])
  })
})
