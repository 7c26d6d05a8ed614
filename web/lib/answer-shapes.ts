import type { Shape } from '../../contract/answer-shapes.ts'

/** The build replaces this function with a fetch of a file with the shapes (`vite.config.ts`). */
export async function loadShapes(_signal: AbortSignal): Promise<Partial<Record<string, Shape>>> {
  const { answerShapes } = await import('../../contract/answer-shapes.ts')
  return answerShapes()
}
