import * as contract from '../../../contract/money.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import type { MoneyDeskService } from './money-desk.service.ts'

export function moneyDeskRoutes(desk: MoneyDeskService): BoundEndpoint[] {
  return [
    bind(contract.importStatement, ({ body }, context) =>
      context.once(async (tx) => ({
        success: true,
        data: await desk.importRows(tx, body.fileName, body.rows, requireCaller(context)),
      })),
    ),
    bind(contract.listStatementLines, async ({ query }, context) => {
      const { lines, next } = await desk.listLines(query)
      context.nextPage(next)
      return { success: true, data: lines }
    }),
    bind(contract.listWaitingForMoney, async ({ query }, context) => {
      const { rows, next } = await desk.listWaiting(query)
      context.nextPage(next)
      return { success: true, data: rows }
    }),
    bind(contract.confirmMatches, async ({ body }, context) => ({
      success: true,
      data: await desk.confirm(body.matches, requireCaller(context)),
    })),
    bind(contract.closeStatementLine, async ({ params, body }, context) => ({
      success: true,
      data: await desk.close(params.id, body.outcome, body.note, requireCaller(context)),
    })),
    bind(contract.reopenStatementLine, async ({ params }, context) => ({
      success: true,
      data: await desk.reopen(params.id, requireCaller(context)),
    })),
    bind(contract.refundMoney, async ({ body }, context) => ({
      success: true,
      data: await desk.refund(body.kind, body.id, body.note, requireCaller(context)),
    })),
  ]
}
