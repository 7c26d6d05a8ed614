// @ts-check
// The files that `npm run mutants` changes, grouped by the promise that a wrong operator in a file would break. Each
// file has a list of tests that prove the promise: the quickest tests, because they run once for every mutant.

/** @satisfies {Record<string, Record<string, string[]>>} */
export const mutated = {
  counting: {
    'contract/catalogue/course-facts.ts': ['contract/catalogue/course-facts.test.ts'],
    'server/db/counter.ts': ['server/db/counter.test.ts'],
    'server/db/page.ts': ['server/db/page.test.ts'],
    'server/domains/catalogue/courses/next-batch.ts': ['server/domains/catalogue/courses/next-batch.test.ts'],
    'server/domains/store/delivery/delivery-rules.ts': [
      'server/domains/store/delivery/delivery-rules.test.ts',
    ],
    'server/domains/orders/reminders/yearly.ts': ['server/domains/orders/reminders/yearly.test.ts'],
    'server/reports/dashboard/dashboard.report.ts': ['server/reports/dashboard/dashboard.test.ts'],
    'server/reports/dashboard/morning.ts': [
      'server/reports/dashboard/dashboard.test.ts',
      'server/domains/money/desk/money-desk.test.ts',
      'server/domains/site/closed-days/planned.test.ts',
    ],
  },
  access: {
    'server/domains/accounts/devices/device.ts': ['server/domains/accounts/devices/device.test.ts'],
    'server/domains/accounts/passwords/guesses.ts': ['server/domains/accounts/passwords/guessing.test.ts'],
    'server/domains/accounts/second-factor/second-factor-rule.ts': [
      'server/domains/accounts/second-factor/second-factor-rule.test.ts',
    ],
    'server/domains/accounts/second-factor/totp.ts': ['server/domains/accounts/second-factor/totp.test.ts'],
    'server/http/access.ts': ['server/http/access.test.ts'],
  },
  money: {
    'contract/primitives.ts': ['contract/primitives.test.ts'],
    'contract/registrations/cancelling.ts': ['contract/registrations/cancelling.test.ts'],
    'contract/school/pricing-rules.ts': ['contract/school/pricing-rules.test.ts'],
    'server/domains/money/desk/matcher.ts': ['server/domains/money/desk/matcher.test.ts'],
    'server/domains/orders/order-transitions.ts': ['server/domains/orders/order-transitions.test.ts'],
    'server/domains/money/payments/payments.service.ts': [
      'server/domains/money/payments/payments.test.ts',
      'server/domains/money/payments/settlement.test.ts',
      'server/domains/money/desk/corrections.test.ts',
      'server/domains/money/desk/money-desk.test.ts',
      'server/domains/registrations/enrolments.test.ts',
      'server/domains/registrations/caps/claims.test.ts',
      'server/domains/registrations/event-bookings.test.ts',
      'server/domains/registrations/seats/seat-money.test.ts',
    ],
    'server/domains/money/payments/settlement.service.ts': [
      'server/domains/money/payments/settlement.test.ts',
      'server/domains/money/desk/corrections.test.ts',
      'server/domains/money/desk/money-desk.test.ts',
      'server/domains/registrations/enrolments.test.ts',
      'server/domains/registrations/seats/groups.test.ts',
      'server/domains/registrations/seats/seat-money.test.ts',
    ],
    'server/domains/registrations/seats/cancel-own.ts': [
      'server/domains/registrations/seats/cancel-own.test.ts',
    ],
    'server/domains/registrations/seats/seat-payable.ts': [
      'server/domains/money/desk/corrections.test.ts',
      'server/domains/registrations/enrolments.test.ts',
      'server/domains/registrations/seats/groups.test.ts',
      'server/domains/registrations/seats/seat-money.test.ts',
      'server/domains/registrations/seats/seat-payable.test.ts',
    ],
  },
  idempotency: {
    'server/http/idempotency.ts': ['server/http/idempotency.test.ts'],
  },
  caches: {
    'server/http/hot/kept-body.ts': ['server/http/hot/topic-cache.test.ts'],
    'server/http/hot/readers-first.ts': ['server/http/hot/readers-first.test.ts'],
    'server/http/hot/topic-cache.ts': ['server/http/hot/topic-cache.test.ts'],
  },
  links: {
    'server/platform/private-picture-links.ts': ['server/platform/private-picture-links.test.ts'],
    'server/platform/signed-links.ts': ['server/platform/signed-links.test.ts'],
  },
}
