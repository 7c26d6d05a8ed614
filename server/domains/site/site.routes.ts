import * as closedDaysContract from '../../../contract/site/closed-days.ts'
import { impactRecords, listImpacts } from '../../../contract/site/impacts.ts'
import * as journalContract from '../../../contract/site/journal.ts'
import { importOddDeliveryDays, oddDayRecords } from '../../../contract/store/delivery-records.ts'
import * as bind from '../../http/bind.ts'
import { type BoundEndpoint, requireCaller } from '../../http/context.ts'
import { previewedId } from '../../platform/preview-links.ts'
import type { Site } from './site-services.ts'

export function siteRoutes({ closedDays, impacts, journal }: Site): BoundEndpoint[] {
  const { ofDelivery, remove } = closedDays
  return [
    ...bind.record(closedDaysContract.closedDayRecords, closedDays),
    bind.own(closedDaysContract.listPlannedOnClosedDays, closedDays.planned),
    bind.own(closedDaysContract.answerClosing, (caller, { body }) => closedDays.answer(body, caller)),
    ...bind.record(oddDayRecords, { ...ofDelivery, remove }),
    bind.importRows(importOddDeliveryDays, ofDelivery.imports),

    bind.open(listImpacts, impacts.list),
    ...bind.record(impactRecords, impacts),

    bind.whole(journalContract.listPosts, ({ query }) => journal.listPublished(query)),
    bind.open(journalContract.getPost, ({ params }, { preview }) =>
      journal.getShown(params.slug, previewedId(preview, 'post')),
    ),
    bind.list(journalContract.listAdminPosts, journal.listForAdmin),
    bind.prepared(
      journalContract.addPost,
      ({ body }) => journal.storeCover(body.cover),
      (tx, cover, { body }, context) => journal.add(tx, body, cover, requireCaller(context)),
    ),
    bind.prepared(
      journalContract.addPostPicture,
      ({ body }) => journal.storePicture(body.image),
      (tx, picture) => journal.addPicture(tx, picture),
    ),
    bind.own(journalContract.previewPost, (_caller, { body }) => journal.preview(body.body)),
    bind.own(journalContract.beginPostPreview, (by, { params }) => journal.beginPreview(params.id, by)),
    ...bind.imports(journalContract.postImports, journal.imports),
    bind.get(journalContract.getAdminPost, journal.getForAdmin),
    bind.update(journalContract.updatePost, journal.update),
    bind.remove(journalContract.deletePost, journal.delete),
  ]
}
