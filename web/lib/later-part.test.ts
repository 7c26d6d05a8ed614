import { expect, test, vi } from 'vitest'
import { untilLoaded } from './later-part.tsx'

test('a part of the code that fails to load just as the browser gets online again is loaded once more', async () => {
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
