// @ts-check
// The files that `npm run mutants` changes: in them a single wrong operator breaks a promise.

/** @typedef {{ files: string[], tests?: string[] }} Kind tests: beside those that lie beside the files or import them */

/** By what they protect. If a file moves, rename it here; a test checks it. @satisfies {Record<string, Kind>} */
export const mutated = {
  counting: {
    files: [
      'contract/course-facts.ts',
      'server/db/counter.ts',
      'server/db/page.ts',
      'server/domains/courses/next-batch.ts',
      'server/reports/dashboard/dashboard.report.ts',
      'server/reports/dashboard/morning.ts',
    ],
  },
  access: {
    files: [
      'server/domains/accounts/device.ts',
      'server/domains/accounts/guesses.ts',
      'server/domains/accounts/second-factor-rule.ts',
      'server/domains/accounts/totp.ts',
      'server/http/access.ts',
    ],
    tests: ['tests/http/access.test.ts'],
  },
  money: {
    files: [
      'contract/primitives.ts',
      'contract/pricing-rules.ts',
      'server/domains/money-desk/matcher.ts',
      'server/domains/orders/order-transitions.ts',
      'server/domains/payments/payments.service.ts',
      'server/domains/seats/seat-money.ts',
    ],
    tests: [
      'server/domains/products/products.test.ts',
      'server/domains/event-pricing/event-pricing.test.ts',
      'server/domains/enrolments/enrolments.test.ts',
      'server/domains/money-desk/money-desk.test.ts',
    ],
  },
  idempotency: {
    files: ['server/http/idempotency.ts'],
    tests: ['server/domains/enrolments/enrolments.test.ts', 'server/domains/enquiries/enquiries.test.ts'],
  },
  caches: {
    files: [
      'server/http/hot/kept-body.ts',
      'server/http/hot/readers-first.ts',
      'server/http/hot/topic-cache.ts',
    ],
  },
  links: {
    files: ['server/platform/private-picture-links.ts', 'server/platform/signed-links.ts'],
    tests: ['server/domains/custom-requests/custom-requests.test.ts'],
  },
}
