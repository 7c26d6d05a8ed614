import type * as z from 'zod/mini'
import * as contract from '../../../../contract/seat-holds.ts'
import type { Tx } from '../../../db/schema.ts'
import { type BoundEndpoint, bind } from '../../../http/context.ts'
import { bindOnce, bindOpen } from '../../../http/record-routes.ts'
import type { SchoolService } from '../../school/school.service.ts'
import {
  type Asker,
  askerOf,
  type HoldersService,
  requireGroupSize,
  type UnprovedTerms,
} from '../caps/holders.service.ts'
import { type AskedSeatsService, askedOf } from './asked-seats.service.ts'
import type { SeatHoldsService } from './seat-holds.service.ts'

export function seatHoldsRoutes(
  holds: SeatHoldsService,
  askedSeats: AskedSeatsService,
  holders: HoldersService,
  school: SchoolService,
): BoundEndpoint[] {
  return [
    bind(contract.createSeatHold, async ({ body }, context) => {
      const terms = await school.current()
      requireGroupSize(body.seats ?? 1, terms)
      const asker = askerOf(context, body)
      return holders.guarded(terms, (asks) =>
        context.once(async (tx) => ({
          success: true,
          data: await takeOrAsk(tx, body, { ...terms, ...asks }, asker),
        })),
      )
    }),
    bindOpen(contract.getSeatHold, ({ params }) => holds.view(params.id)),
    bindOnce(contract.releaseSeatHold, (tx, { params }) => holds.release(tx, params.id)),
  ]

  async function takeOrAsk(
    tx: Tx,
    body: z.output<typeof contract.seatHoldBody>,
    terms: UnprovedTerms,
    asker: Asker,
  ): Promise<contract.SeatHoldView> {
    const isHeld = await holds.isHeld(tx, body)
    const asked = isHeld ? null : await askedSeats.askFirst(tx, askedOf('seat-hold', body), terms, asker)
    return (asked && (await askedSeats.holdView(tx, asked.id))) ?? holds.take(tx, body, terms, asker)
  }
}
