import * as requestsContract from '../../../contract/people/custom-requests.ts'
import * as enquiriesContract from '../../../contract/people/enquiries.ts'
import * as dataContract from '../../../contract/people/person-data.ts'
import { studentRecords } from '../../../contract/people/students.ts'
import * as subscriptionsContract from '../../../contract/people/subscriptions.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import {
  bindChange,
  bindDelete,
  bindOnce,
  bindOwn,
  bindPage,
  bindPrepared,
  bindRecord,
} from '../../http/record-routes.ts'
import type { People } from './people-services.ts'

export function peopleRoutes({
  customRequests,
  enquiries,
  personData,
  students,
  subscriptions,
}: People): BoundEndpoint[] {
  return [
    bind(requestsContract.sendCustomRequest, async ({ body }, { once, network }) => {
      const { website, image, product_id: productId = null, ...form } = body
      if (website) return { success: true }
      return customRequests.withPrivateImage(image, network, (picture) =>
        once(async (tx) => {
          await customRequests.send(tx, { ...form, productId }, picture, network)
          return { success: true }
        }),
      )
    }),
    bindPage(requestsContract.listCustomRequests, customRequests.list),
    bindPrepared(
      requestsContract.addCustomRequest,
      ({ body }) => customRequests.storeImage(body.imageUrl),
      (tx, picture, { body: { comment, product_id } }, context) =>
        customRequests.add(tx, { comment, productId: product_id || null }, picture, requireCaller(context)),
    ),
    bindChange(requestsContract.keepCustomRequestPicture, (id, _body, by) =>
      customRequests.keepPicture(id, by),
    ),
    bindDelete(requestsContract.deleteCustomRequest, customRequests.delete),

    bindOnce(enquiriesContract.sendEnquiry, async (tx, { body: { website, ...form } }) => {
      if (!website) await enquiries.send(tx, form)
    }),
    bindPage(enquiriesContract.listEnquiries, enquiries.list),
    bindChange(enquiriesContract.markEnquiry, (id, { answered }, by) => enquiries.mark(id, answered, by)),
    bindDelete(enquiriesContract.deleteEnquiry, enquiries.delete),

    // `once` would keep the answer, and with it the person.
    bindOwn(dataContract.findPersonData, (_caller, { body }) => personData.find(body.who)),
    bindOwn(dataContract.exportPersonData, (caller, { body }) => personData.export(body, caller)),
    bindOwn(dataContract.erasePersonData, (caller, { body }) => personData.erase(body, caller)),
    bindOwn(dataContract.takeListOfPeople, (caller, { body }) => personData.recordList(body, caller)),

    ...bindRecord(studentRecords, students),

    bindOnce(subscriptionsContract.subscribeToNewsletter, (tx, { body }) =>
      subscriptions.subscribe(tx, body),
    ),
    bindOnce(subscriptionsContract.unsubscribeFromNewsletter, (tx, { params }) =>
      subscriptions.unsubscribe(tx, params.token),
    ),
    bindOnce(subscriptionsContract.leaveContact, (tx, { body }) => subscriptions.leaveContact(tx, body)),
  ]
}
