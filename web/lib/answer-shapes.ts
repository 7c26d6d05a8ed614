import type { Shape } from '../../contract/answer-shapes.ts'

/** The build writes the shapes into a file of their own, and fetches that instead (`vite.config.ts`). */
export async function loadShapes(_signal: AbortSignal): Promise<Partial<Record<string, Shape>>> {
  const { answerShapes } = await import('../../contract/answer-shapes.ts')
  return answerShapes()
}
