import { expect, test, vi } from 'vitest'
import { startApp } from '../../../../tests/harness/app.ts'
import { addCourse, enrol } from '../../../../tests/harness/seats.ts'
import { createLogger } from '../../../platform/logger.ts'
import { startHoldExpiry } from '../../loops.ts'

test('the expiry loop ends holds while the server runs, and stopping waits for the current round', async () => {
  const app = await startApp()
  try {
    const { id } = await enrol(app, (await addCourse(app)).id)
    app.deps.clock.advance(48 * 60 * 60_000)
    const { stop } = startHoldExpiry({ ...app.app.services, log: app.deps.log })
    await stop()
    expect((await app.http('GET', `/api/enrollments/${id}`)).body.status).toBe('expired')
  } finally {
    await app.stop()
  }
})

test('a failed round of the expiry loop is logged, and the loop continues', async () => {
  const app = await startApp()
  const log = createLogger('silent')
  const error = vi.spyOn(log, 'error')
  const expireHolds = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('no database'))
  expireHolds.mockResolvedValue(0)
  const { registrationDeps } = app.app.services
  const { stop } = startHoldExpiry({ orders: { expireHolds }, registrationDeps, log, everyMs: 1 })
  try {
    await vi.waitFor(() => expect(expireHolds.mock.calls.length).toBeGreaterThan(1))
    expect(error).toHaveBeenCalledOnce()
  } finally {
    await stop()
    await app.stop()
  }
})
