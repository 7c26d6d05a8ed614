/** What the link in a seat's letter names. One that was sent to an earlier address of the seat proves nothing. */
export function proofIdOf({ id, proof_turn }: { id: string; proof_turn: number }): string {
  return proof_turn === 0 ? id : `${id}-turn${proof_turn}`
}

export function seatOfProof(proofId: string): { id: string; turn: number } {
  const [, id = proofId, turn = '0'] = /^(.+)-turn(\d{1,9})$/.exec(proofId) ?? []
  return { id, turn: Number(turn) }
}
