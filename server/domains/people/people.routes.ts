import * as requestsContract from '../../../contract/people/custom-requests.ts'
import * as enquiriesContract from '../../../contract/people/enquiries.ts'
import * as dataContract from '../../../contract/people/person-data.ts'
import { studentRecords } from '../../../contract/people/students.ts'
import * as subscriptionsContract from '../../../contract/people/subscriptions.ts'
import * as bind from '../../http/bind.ts'
import { type BoundEndpoint, requireCaller } from '../../http/context.ts'
import type { People } from './people-services.ts'

export function peopleRoutes({
  customRequests,
  enquiries,
  personData,
  students,
  subscriptions,
}: People): BoundEndpoint[] {
  return [
    bind.whole(requestsContract.sendCustomRequest, async ({ body }, { once, network }) => {
      const { website, image, product_id: productId = null, ...form } = body
      if (website) return { success: true }
      return customRequests.withPrivateImage(image, network, (picture) =>
        once(async (tx) => {
          await customRequests.send(tx, { ...form, productId }, picture, network)
          return { success: true }
        }),
      )
    }),
    bind.list(requestsContract.listCustomRequests, customRequests.list),
    bind.prepared(
      requestsContract.addCustomRequest,
      ({ body }) => customRequests.storeImage(body.imageUrl),
      (tx, picture, { body: { comment, product_id } }, context) =>
        customRequests.add(tx, { comment, productId: product_id || null }, picture, requireCaller(context)),
    ),
    bind.update(requestsContract.keepCustomRequestPicture, (id, _body, by) =>
      customRequests.keepPicture(id, by),
    ),
    bind.update(requestsContract.markCustomRequest, (id, { answered }, by) =>
      customRequests.mark(id, answered, by),
    ),
    bind.remove(requestsContract.deleteCustomRequest, customRequests.delete),

    bind.once(enquiriesContract.sendEnquiry, async (tx, { body: { website, ...form } }) => {
      if (!website) await enquiries.send(tx, form)
    }),
    bind.list(enquiriesContract.listEnquiries, enquiries.list),
    bind.update(enquiriesContract.markEnquiry, (id, { answered }, by) => enquiries.mark(id, answered, by)),
    bind.remove(enquiriesContract.deleteEnquiry, enquiries.delete),

    // `once` would store the response, and with it the personal data.
    bind.own(dataContract.findPersonData, (_caller, { body }) => personData.find(body.who)),
    bind.own(dataContract.exportPersonData, (caller, { body }) => personData.export(body, caller)),
    bind.own(dataContract.erasePersonData, (caller, { body }) => personData.erase(body, caller)),
    bind.own(dataContract.takeListOfPeople, (caller, { body }) => personData.recordList(body, caller)),

    ...bind.record(studentRecords, students),

    bind.once(subscriptionsContract.subscribeToNewsletter, (tx, { body }) =>
      subscriptions.subscribe(tx, body),
    ),
    bind.once(subscriptionsContract.unsubscribeFromNewsletter, (tx, { params }) =>
      subscriptions.unsubscribe(tx, params.token),
    ),
    bind.once(subscriptionsContract.leaveContact, (tx, { body }) => subscriptions.leaveContact(tx, body)),
  ]
}
