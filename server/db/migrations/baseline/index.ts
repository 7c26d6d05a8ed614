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
 * Makes the tables of a school, in the order in which they are best read. A table names none of a later part: PostgreSQL
 * makes no reference to what is not there.
 */
export async function createBaseline(db: Kysely<any>): Promise<void> {
  // Pictures belong to the site; instructors, courses and products show one, so they come first.
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

  // Triggers keep these from the rows above.
  await createRunningTotals(db)
  await createSeatCounts(db)
  await createListTotals(db)
  await createSearchIndex(db)
}
