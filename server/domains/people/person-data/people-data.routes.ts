import * as contract from '../../../../contract/people/person-data.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../../http/context.ts'
import { bindOwn } from '../../../http/record-routes.ts'
import type { PeopleDataService } from './people-data.service.ts'

// None goes through `once`, because that would keep the answer, and with it the person.
export function peopleDataRoutes(people: PeopleDataService): BoundEndpoint[] {
  return [
    bind(contract.findPersonData, async ({ body }) => ({ success: true, data: await people.find(body.who) })),
    bind(contract.exportPersonData, async ({ body }, context) => ({
      success: true,
      data: await people.export(body, requireCaller(context)),
    })),
    bind(contract.erasePersonData, async ({ body }, context) => ({
      success: true,
      data: await people.erase(body, requireCaller(context)),
    })),
    bindOwn(contract.takeListOfPeople, (caller, { body }) => people.listTaken(body, caller)),
  ]
}
