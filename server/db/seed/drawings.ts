import path from 'node:path'
import sharp from 'sharp'
import { portrait, type SceneOptions, scene } from '../../../drawings/index.ts'
import type { SceneName } from '../../../drawings/scene.ts'
import { createPictures, type StoredPicture } from '../../platform/pictures.ts'
import type { SeedDeps } from './seed.ts'

/** One picture to be drawn; `svg` is called when its turn comes. */
export interface DrawingJob {
  svg: () => string
}

export const drawScene = ({
  scene: name,
  palette,
  seed,
}: { scene: SceneName } & Pick<SceneOptions, 'palette' | 'seed'>): DrawingJob => ({
  svg: () => scene(name, { seed, palette, width: 1600, height: 1200 }),
})

export const drawPortrait = (name: string): DrawingJob => ({ svg: () => portrait(name, { size: 800 }) })

const bytesMax = 32 * 1024 * 1024

/**
 * Draws and stores pictures, two at a time: nobody is served yet, so both cores may work. SVG is turned into pixels
 * here alone; the picture pipeline itself takes none (reading W5).
 */
export async function drawAll(
  jobs: readonly DrawingJob[],
  { pictures, config, clock }: SeedDeps,
  onProgress?: (done: number, total: number) => void,
): Promise<StoredPicture[]> {
  const second = createPictures({ uploadsDir: path.join(config.dataDir, 'uploads'), clock })
  const stored: StoredPicture[] = []
  let next = 0
  let done = 0
  const work = async (lane: typeof pictures) => {
    for (let at = next++; at < jobs.length; at = next++) {
      const job = jobs[at] as DrawingJob
      const png = await sharp(Buffer.from(job.svg())).png({ compressionLevel: 1 }).toBuffer()
      stored[at] = await lane.store(png, { bytesMax })
      onProgress?.(++done, jobs.length)
    }
  }
  await Promise.all([work(pictures), work(second)])
  return stored
}
