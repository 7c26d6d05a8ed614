import { expect, test, vi } from 'vitest'
import { untilLoaded } from './later-part.tsx'

test('code that fails to load as the browser comes online again is loaded once more', async () => {
  vi.useFakeTimers()
  const window = new EventTarget()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  const load = vi.fn(async () => 'the part').mockRejectedValueOnce(new Error('ERR_INTERNET_DISCONNECTED'))
  const loaded = untilLoaded(load)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(load).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await loaded).toBe('the part')
})
