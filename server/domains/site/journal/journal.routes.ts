import * as contract from '../../../../contract/site/journal.ts'
import { type BoundEndpoint, bind, requireCaller } from '../../../http/context.ts'
import * as records from '../../../http/record-routes.ts'
import type { JournalService } from './journal.service.ts'

export function journalRoutes(journal: JournalService): BoundEndpoint[] {
  return [
    bind(contract.listPosts, ({ query }) => journal.listPublished(query)),
    records.bindOpen(contract.getPost, ({ params }) => journal.getPublished(params.slug)),
    records.bindPage(contract.listAdminPosts, journal.listForAdmin),
    records.bindPrepared(
      contract.addPost,
      ({ body }) => journal.storeCover(body.cover),
      (tx, cover, { body }, context) => journal.add(tx, body, cover, requireCaller(context)),
    ),
    records.bindPrepared(
      contract.addPostPicture,
      ({ body }) => journal.storePicture(body.image),
      (tx, picture) => journal.addPicture(tx, picture),
    ),
    records.bindOwn(contract.previewPost, (_caller, { body }) => journal.preview(body.body)),
    ...records.bindImports(
      { run: contract.importPosts, list: contract.listPostImports, takeBack: contract.takeBackPosts },
      journal.imports,
    ),
    records.bindOne(contract.getAdminPost, journal.getForAdmin),
    records.bindChange(contract.updatePost, journal.update),
    records.bindDelete(contract.deletePost, journal.delete),
  ]
}
