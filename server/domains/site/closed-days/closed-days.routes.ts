import * as contract from '../../../../contract/site/closed-days.ts'
import * as ofDelivery from '../../../../contract/store/delivery-records.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import {
  bindAdd,
  bindChange,
  bindDelete,
  bindImport,
  bindImports,
  bindOwn,
  bindPage,
} from '../../../http/record-routes.ts'
import type { ClosedDaysService } from './closed-days.service.ts'

export function closedDaysRoutes(days: ClosedDaysService): BoundEndpoint[] {
  return [
    bindPage(contract.listClosedDays, days.list),
    bindOwn(contract.listPlannedOnClosedDays, days.planned),
    bindOwn(contract.answerClosing, (caller, { body }) => days.answer(body, caller)),
    bindAdd(contract.addClosedDays, days.add),
    bindChange(contract.updateClosedDay, days.update),
    bindDelete(contract.deleteClosedDay, days.remove),
    ...bindImports(
      {
        run: contract.importClosedDays,
        list: contract.listClosedDayImports,
        takeBack: contract.takeBackClosedDays,
      },
      days.imports,
    ),
    bindPage(ofDelivery.listOddDeliveryDays, days.ofDelivery.list),
    bindAdd(ofDelivery.addOddDeliveryDay, days.ofDelivery.add),
    bindChange(ofDelivery.updateOddDeliveryDay, days.ofDelivery.update),
    bindDelete(ofDelivery.deleteOddDeliveryDay, days.remove),
    bindImport(ofDelivery.importOddDeliveryDays, days.ofDelivery.imports),
  ]
}
