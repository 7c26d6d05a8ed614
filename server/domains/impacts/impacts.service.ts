import type { Deps } from '../deps.ts'
import { presentImpact } from './impacts.presenter.ts'
import { listImpacts } from './impacts.repository.ts'

export type ImpactsService = ReturnType<typeof createImpactsService>

export function createImpactsService({ db }: Deps) {
  return {
    async list() {
      return (await listImpacts(db.read)).map(presentImpact)
    },
  }
}
