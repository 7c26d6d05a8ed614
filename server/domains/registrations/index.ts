import type { BoundEndpoint } from '../../http/context.ts'
import { registrationDeskRoutes } from './desk/desk.routes.ts'
import type { RegistrationDeps } from './registrations.deps.ts'
import { registrationRoutes as visitorsRoutes } from './registrations.routes.ts'
import { seatPayable } from './seats/seat-payable.ts'

export {
  admit,
  checkUnprovedLimits,
  countNetworkPieces,
  NeedsConfirmation,
  type Requester,
  requesterOf,
  type UnprovedTerms,
  withConfirmation,
} from './caps/holders.service.ts'
export * as batchDeskLetters from './desk/batch-desk.letters.ts'
export { cancelBatch } from './desk/batch-desk.service.ts'
export * as askedSeatLetters from './holds/asked-seats.letters.ts'
export { expireSilentHolds } from './holds/seat-holds.service.ts'
export * as proofLetters from './proofs/proofs.letters.ts'
export { mailSeatLinks } from './proofs/proofs.service.ts'
export type { RegistrationDeps } from './registrations.deps.ts'
export { askPlacesToPay } from './seats/place-seats.ts'
export { expireHeldSeats } from './seats/seat-ends.ts'
export * as seatLetters from './seats/seats.letters.ts'
export { presentSeat } from './seats/seats.presenter.ts'
export { debtsOfSeats } from './seats/seats.repository.ts'
export * as waitingListLetters from './waiting-list/waiting-list.letters.ts'
export { expireOffers, offerFreeSeats } from './waiting-list/waiting-list.service.ts'

export function seatPayables(deps: RegistrationDeps) {
  return {
    enrolment: seatPayable(deps, 'enrolment'),
    'event-booking': seatPayable(deps, 'event-booking'),
  }
}

export function registrationRoutes(deps: RegistrationDeps): BoundEndpoint[] {
  return [...visitorsRoutes(deps), ...registrationDeskRoutes(deps)]
}
