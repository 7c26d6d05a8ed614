import { mailOwnLinks, proveByLink } from '../../../../contract/proofs.ts'
import type { BoundEndpoint } from '../../../http/context.ts'
import { bindOnce, bindPrepared } from '../../../http/record-routes.ts'
import { askedFrom } from '../../../platform/asking-network.ts'
import type { SchoolService } from '../../school/school.service.ts'
import type { ProofsService } from './proofs.service.ts'

export function proofsRoutes(proofs: ProofsService, school: SchoolService): BoundEndpoint[] {
  return [
    bindPrepared(proveByLink, school.current, (tx, terms, { body }) =>
      // Whoever presses a letter's link reads that mailbox: what they are told counts for no network.
      askedFrom(null, () => proofs.prove(tx, body, terms)),
    ),
    bindOnce(mailOwnLinks, (tx, { body }) => proofs.mailLinks(tx, body)),
  ]
}
