import * as contract from '../../../../contract/catalogue/rooms.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import {
  bindAdd,
  bindChange,
  bindDelete,
  bindImports,
  bindOne,
  bindPage,
} from '../../../http/record-routes.ts'
import type { RoomsService } from './rooms.service.ts'

export function roomsRoutes(rooms: RoomsService): BoundEndpoint[] {
  return [
    bindPage(contract.listRooms, rooms.list),
    bindOne(contract.getRoom, rooms.get),
    bindAdd(contract.addRoom, rooms.add),
    bindChange(contract.updateRoom, rooms.update),
    bindDelete(contract.deleteRoom, rooms.remove),
    ...bindImports(
      { run: contract.importRooms, list: contract.listRoomImports, takeBack: contract.takeBackRooms },
      rooms.imports,
    ),
  ]
}
