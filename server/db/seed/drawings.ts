import path from 'node:path'
import sharp from 'sharp'
import { portrait, type SceneOptions, scene } from '../../../drawings/index.ts'
import type { SceneName } from '../../../drawings/scene.ts'
import type { Config } from '../../config.ts'
import type { Clock } from '../../platform/clock.ts'
import { createPictures, type Pictures, type StoredPicture } from '../../platform/pictures.ts'

/** One picture to be drawn, called when its turn comes. */
export type Drawing = (width: number) => string

export const sceneDrawing =
  ({ scene: name, palette, seed }: { scene: SceneName } & Pick<SceneOptions, 'palette' | 'seed'>): Drawing =>
  (width) =>
    scene(name, { seed, palette, width, height: (width * 3) / 4 })

/** Half as wide: the shop shows its pictures small. */
export const smallSceneDrawing =
  (drawn: Parameters<typeof sceneDrawing>[0]): Drawing =>
  (width) =>
    sceneDrawing(drawn)(width / 2)

/** Half as wide as a scene: portraits are shown small. */
export const portraitDrawing =
  (name: string): Drawing =>
  (width) =>
    portrait(name, { size: width / 2 })

const bytesMax = 32 * 1024 * 1024

/**
 * Draws and stores pictures, two at a time: nobody is served yet, so both cores may work. SVG is turned into pixels
 * here alone; the picture pipeline itself takes none (reading W5).
 */
export async function drawAll(
  drawings: readonly Drawing[],
  { pictures, config, clock }: { pictures: Pictures; config: Config; clock: Clock },
  {
    pictureWidth = 1600,
    onProgress,
  }: { pictureWidth?: number; onProgress?: (done: number, total: number) => void },
): Promise<StoredPicture[]> {
  const second = createPictures({ uploadsDir: path.join(config.dataDir, 'uploads'), clock })
  const stored: StoredPicture[] = []
  let next = 0
  let done = 0
  const work = async (lane: typeof pictures) => {
    for (let at = next++; at < drawings.length; at = next++) {
      const drawing = drawings[at] as Drawing
      const png = await sharp(Buffer.from(drawing(pictureWidth)))
        .png({ compressionLevel: 1 })
        .toBuffer()
      stored[at] = await lane.store(png, { bytesMax })
      onProgress?.(++done, drawings.length)
    }
  }
  await Promise.all([work(pictures), work(second)])
  return stored
}
