import type { DataRouter } from 'react-router'
import { keepPlaces } from './places.ts'
import { loadWholly } from './whole-loads.ts'

/** The returned function goes back to the place where a page was left. */
export function followRouter(router: DataRouter): () => boolean {
  loadWholly(router)
  return keepPlaces(router)
}
