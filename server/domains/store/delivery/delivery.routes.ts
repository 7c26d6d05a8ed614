import * as contract from '../../../../contract/store/delivery.ts'
import * as recordsContract from '../../../../contract/store/delivery-records.ts'
import { type BoundEndpoint, bind } from '../../../http/context.ts'
import {
  bindAdd,
  bindChange,
  bindDelete,
  bindImports,
  bindOpen,
  bindPage,
} from '../../../http/record-routes.ts'
import type { DeliveryService } from './delivery.service.ts'
import type { DeliverySlotsService } from './delivery-slots.service.ts'
import type { DeliveryZonesService } from './delivery-zones.service.ts'

interface DeliveryServices {
  delivery: DeliveryService
  deliveryZones: DeliveryZonesService
  deliverySlots: DeliverySlotsService
}

export function deliveryRoutes({
  delivery,
  deliveryZones: zones,
  deliverySlots: slots,
}: DeliveryServices): BoundEndpoint[] {
  return [
    bindOpen(contract.getDeliveryOptions, ({ query }, { caller, cartToken }) =>
      delivery.options(query, { userId: caller?.userId ?? null, cartToken }),
    ),
    bindOpen(contract.getFirstDeliveryDays, () => delivery.firstDays()),
    bind(contract.getDeliveryFees, () => delivery.fees()),
    bindPage(recordsContract.listDeliveryZones, zones.list),
    bindAdd(recordsContract.addDeliveryZone, zones.add),
    bindChange(recordsContract.updateDeliveryZone, zones.update),
    bindDelete(recordsContract.deleteDeliveryZone, zones.remove),
    ...bindImports(
      {
        run: recordsContract.importDeliveryZones,
        list: recordsContract.listDeliveryZoneImports,
        takeBack: recordsContract.takeBackDeliveryZones,
      },
      zones.imports,
    ),
    bindPage(recordsContract.listDeliverySlots, slots.list),
    bindAdd(recordsContract.addDeliverySlot, slots.add),
    bindChange(recordsContract.updateDeliverySlot, slots.update),
    bindDelete(recordsContract.deleteDeliverySlot, slots.remove),
    ...bindImports(
      {
        run: recordsContract.importDeliverySlots,
        list: recordsContract.listDeliverySlotImports,
        takeBack: recordsContract.takeBackDeliverySlots,
      },
      slots.imports,
    ),
  ]
}
