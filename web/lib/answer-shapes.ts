import type { Shape } from '../../contract/answer-shapes.ts'

/** The build replaces this: it writes the shapes into a file and fetches that (`vite.config.ts`). */
export async function loadShapes(_signal: AbortSignal): Promise<Partial<Record<string, Shape>>> {
  const { answerShapes } = await import('../../contract/answer-shapes.ts')
  return answerShapes()
}
