import * as closedDaysContract from '../../../contract/site/closed-days.ts'
import { impactRecords, listImpacts } from '../../../contract/site/impacts.ts'
import * as journalContract from '../../../contract/site/journal.ts'
import { importOddDeliveryDays, oddDayRecords } from '../../../contract/store/delivery-records.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../http/context.ts'
import {
  bindChange,
  bindDelete,
  bindImport,
  bindImports,
  bindOne,
  bindOpen,
  bindOwn,
  bindPage,
  bindPrepared,
  bindRecord,
} from '../../http/record-routes.ts'
import type { Site } from './site-services.ts'

export function siteRoutes({ closedDays, impacts, journal }: Site): BoundEndpoint[] {
  const { ofDelivery, remove } = closedDays
  return [
    ...bindRecord(closedDaysContract.closedDayRecords, closedDays),
    bindOwn(closedDaysContract.listPlannedOnClosedDays, closedDays.planned),
    bindOwn(closedDaysContract.answerClosing, (caller, { body }) => closedDays.answer(body, caller)),
    ...bindRecord(oddDayRecords, { ...ofDelivery, remove }),
    bindImport(importOddDeliveryDays, ofDelivery.imports),

    bindOpen(listImpacts, impacts.list),
    ...bindRecord(impactRecords, impacts),

    bind(journalContract.listPosts, ({ query }) => journal.listPublished(query)),
    bindOpen(journalContract.getPost, ({ params }) => journal.getPublished(params.slug)),
    bindPage(journalContract.listAdminPosts, journal.listForAdmin),
    bindPrepared(
      journalContract.addPost,
      ({ body }) => journal.storeCover(body.cover),
      (tx, cover, { body }, context) => journal.add(tx, body, cover, requireCaller(context)),
    ),
    bindPrepared(
      journalContract.addPostPicture,
      ({ body }) => journal.storePicture(body.image),
      (tx, picture) => journal.addPicture(tx, picture),
    ),
    bindOwn(journalContract.previewPost, (_caller, { body }) => journal.preview(body.body)),
    ...bindImports(journalContract.postImports, journal.imports),
    bindOne(journalContract.getAdminPost, journal.getForAdmin),
    bindChange(journalContract.updatePost, journal.update),
    bindDelete(journalContract.deletePost, journal.delete),
  ]
}
