import { data, redirect } from 'react-router'
import type { PageForm } from '../../../../contract/page.ts'

/** Handles a press without scripts. The next page shows the place's state, or how to pay for its seat. */
export async function answerPlace(token: string, { fields, send }: PageForm) {
  const what = fields.get('what')
  if (what === 'take') {
    const body = { batch: fields.get('batch') ?? '' }
    const taken = await send('POST /api/waiting-list/:token/seat', { params: { token }, body })
    if (taken.refusal) return data(taken.refusal, taken.status)
    const { id, amount } = taken.answer.data
    return redirect(`/payment?${new URLSearchParams({ enrollment: id, amount })}`, 303)
  }
  const sent =
    what === 'leave'
      ? await send('DELETE /api/waiting-list/:token', { params: { token } })
      : await send('POST /api/proofs', { body: { token } })
  if (sent.refusal) return data(sent.refusal, sent.status)
  return redirect(`/waiting-list/${encodeURIComponent(token)}`, 303)
}
