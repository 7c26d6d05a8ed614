import type { SeatKind, Tx } from '../../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { proofIdOf, seatOfProof } from './proof-ids.ts'
import { findParty, type Party, partyOf } from './seat-parties.ts'
import type { SeatSteps } from './seat-steps.ts'
import { findKind, listCurrentLeads, type Seat, updateSeat } from './seats.repository.ts'

/** One letter names this many at most. */
const currentMax = 20

/** The person of a seat, and the link that proves them. */
export function createSeatProofs(
  { db, clock, outbox }: Pick<Deps, 'db' | 'clock' | 'outbox'>,
  { getParty, longerHold, standing }: SeatSteps,
) {
  async function setProved(tx: Tx, party: Party, terms: { holdHours: number }): Promise<Party> {
    const proved_at = clock.now()
    const changed = (seat: Seat): Seat => ({ ...seat, proved_at, hold_until: longerHold(seat, terms) })
    for (const seat of party.members) {
      const { hold_until } = changed(seat)
      await updateSeat(tx, seat, { proved_at, hold_until })
    }
    const [lead, ...others] = party.members
    return partyOf([changed(lead), ...others.map(changed)])
  }

  return {
    /** Its person is signed in with the address, which is verified. */
    async proveByAccount(tx: Tx, kind: SeatKind, id: string, terms: { holdHours: number }): Promise<void> {
      const party = await getParty(tx, kind, id)
      if (party.proved_at === null) await setProved(tx, party, terms)
    },

    /**
     * The person of a seat is proved: it is held as long as the school holds seats. A repeat changes nothing, nor does the
     * link that an earlier address has.
     */
    async prove(tx: Tx, proofId: string, terms: { holdHours: number }): Promise<Party> {
      const { id, turn } = seatOfProof(proofId)
      const kind = (await findKind(tx, id)) ?? 'enrolment'
      const party = await getParty(tx, kind, id)
      if (party.proved_at !== null || party.proof_turn !== turn) return party
      return setProved(tx, party, terms)
    },

    /** Seats of an address in classes that are not over, the newest first; those of a group as the payer's one. */
    async listCurrentOf(tx: Tx, email: string) {
      const parties: Party[] = []
      for (const { kind, id } of await listCurrentLeads(tx, email, clock.today(), currentMax)) {
        const party = await findParty(tx, kind, id)
        if (party) parties.push(party)
      }
      return parties.map((party) => ({
        id: party.id,
        courseTitle: party.course_title,
        batch: { day: party.starts_on, time: party.starts_at },
        reference: party.reference,
        proofId: party.proved_at === null ? proofIdOf(party) : null,
      }))
    },

    /** Mails the links of held seats again, once an hour, to whoever they were mailed to. */
    async mailLinks(held: readonly { kind: string; id: string }[]): Promise<void> {
      const turn = `held-${clock.now().slice(0, 13)}`
      await db.transaction(async (tx) => {
        for (const { kind, id } of held) {
          if (kind !== 'enrolment' && kind !== 'event-booking') continue
          const party = await findParty(tx, kind, id)
          if (!party) continue
          const to = { email: party.email }
          await outbox.tell(tx, ...(await standing(tx, party)).map((told) => ({ ...told, to, turn })))
        }
      })
    },
  }
}
