import { afterAll, beforeAll, describe } from 'vitest'
import { availableEngines, type Engine, startApp, type TestApp, type TestAppOptions } from './app.ts'

type Options = Omit<TestAppOptions, 'engine'>
type Suite = (app: TestApp, engine: Engine) => void

const engines = await availableEngines()

/**
 * A suite on each engine of this machine, with one server on a fresh database for all its tests. The server is there
 * when a test or a hook runs, not while the suite is being told.
 */
export function onEachEngine(name: string, ...rest: [suite: Suite] | [options: Options, suite: Suite]): void {
  const [options, suite] = rest.length === 1 ? [{}, rest[0]] : rest
  describe.each(engines)(`${name}, on %s`, (engine) => {
    const app = {} as TestApp
    beforeAll(async () => {
      Object.assign(app, await startApp({ engine, ...options }))
    })
    afterAll(() => app.stop())
    suite(app, engine)
  })
}
