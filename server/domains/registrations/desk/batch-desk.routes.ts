import * as letters from '../../../../contract/batch-letters.ts'
import { cancelBatch, deleteBatch } from '../../../../contract/batches.ts'
import { type BoundEndpoint, requireCaller } from '../../../http/context.ts'
import { bindChange, bindDelete, bindOnce, bindOwn } from '../../../http/record-routes.ts'
import type { BatchDeskService } from './batch-desk.service.ts'
import type { BatchLettersService } from './batch-letters.service.ts'

export function batchDeskRoutes(desk: BatchDeskService, batchLetters: BatchLettersService): BoundEndpoint[] {
  return [
    bindChange(cancelBatch, desk.cancel),
    bindDelete(deleteBatch, desk.remove),
    bindChange(letters.previewBatchLetter, batchLetters.preview),
    bindOnce(letters.testBatchLetter, (tx, { params, body }, context) =>
      batchLetters.test(tx, params.id, body, requireCaller(context)),
    ),
    bindOnce(letters.sendBatchLetter, (tx, { params, body }, context) =>
      batchLetters.send(tx, params.id, body, requireCaller(context)),
    ),
    bindOwn(letters.takeBackBatchLetter, (caller, { params }) =>
      batchLetters.takeBack(params.id, params.letter, caller),
    ),
  ]
}
