// @ts-check
// What `npm run mutants` changes: the files whose single operators keep a promise.

/** By what they keep. A file that moves is renamed here; a test looks. */
export const mutated = {
  counting: [
    'contract/course-facts.ts',
    'server/db/page.ts',
    'server/domains/courses/next-batch.ts',
    'server/reports/dashboard/dashboard.report.ts',
  ],
  access: [
    'server/domains/accounts/device.ts',
    'server/domains/accounts/guesses.ts',
    'server/domains/accounts/second-factor-rule.ts',
    'server/domains/accounts/totp.ts',
    'server/http/access.ts',
  ],
  money: [
    'contract/primitives.ts',
    'contract/pricing-rules.ts',
    'server/domains/money-desk/matcher.ts',
    'server/domains/orders/order-transitions.ts',
  ],
  idempotency: ['server/http/idempotency.ts'],
  caches: [
    'server/http/hot/kept-body.ts',
    'server/http/hot/readers-first.ts',
    'server/http/hot/topic-cache.ts',
  ],
  links: ['server/platform/private-picture-links.ts', 'server/platform/signed-links.ts'],
}
