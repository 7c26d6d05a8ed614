import type { Kysely } from 'kysely'
import { createAccounts } from './accounts.ts'
import { createCourses } from './courses.ts'
import { createListTotals } from './list-totals.ts'
import { createMessages } from './messages.ts'
import { createMoney, createMoneyState } from './money.ts'
import { createOrders } from './orders.ts'
import { createPeople } from './people.ts'
import { createPictures } from './pictures.ts'
import { createRunningTotals } from './running-totals.ts'
import { createSearchIndex } from './search-index.ts'
import { createSeatCounts } from './seat-counts.ts'
import { createSeats } from './seats.ts'
import { createSite } from './site.ts'
import { createStore } from './store.ts'
import { createSystem } from './system.ts'

/**
 * Creates the tables of a school, in an order that is good to read. A table refers only to earlier tables, because
 * PostgreSQL refuses a reference to a table that does not exist yet.
 */
export async function createBaseline(db: Kysely<any>): Promise<void> {
  // Instructors, courses and products refer to pictures, so pictures come first.
  await createPictures(db)
  await createPeople(db)
  await createCourses(db)
  await createSeats(db)
  await createMoney(db)
  await createStore(db)
  await createOrders(db)
  await createMoneyState(db)
  await createMessages(db)
  await createSite(db)
  await createAccounts(db)
  await createSystem(db)

  // Triggers on the tables above fill these tables.
  await createRunningTotals(db)
  await createSeatCounts(db)
  await createListTotals(db)
  await createSearchIndex(db)
}
