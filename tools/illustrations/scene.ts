import { createRandom } from '../../drawings/random.ts'
import type { PaletteName } from './palettes.ts'
import { paletteNames, palettes } from './palettes.ts'
import { createPen, num } from './pen.ts'
import {
  bridalBouquet,
  handTiedBouquet,
  hatBox,
  jarPosy,
  lilyVase,
  marketBasket,
  tulipBunch,
  vaseArrangement,
} from './scenes/bouquets.ts'
import { bridalClose, gerberaBunch, posyClose, redRoses, rosesClose, whiteLilies } from './scenes/bunches.ts'
import { blossomHall, garland, garlandDoorway, mandapArch } from './scenes/ceremony.ts'
import { brassLamp, deepavaliHamper, entranceUruli, festivalPlate, toran } from './scenes/festivals.ts'
import { atTheDoor, babyBasket, boxFromAbove, glassVase, messageCard, whiteWreath } from './scenes/gifts.ts'
import { jasmineClose, jasmineString } from './scenes/jasmine.ts'
import { flowerMarket, morningTable, sharePreview, workbench } from './scenes/places.ts'
import { lilyWrap, lotusOffering, marigoldBasket, roseDozen, rosePosy } from './scenes/samples.ts'
import {
  chrysanthemumStudy,
  corsage,
  gerberaStudy,
  ikebana,
  lotusPond,
  orchidPot,
  roseStudy,
  tropicalOrchid,
  uruli,
  wreath,
} from './scenes/studies.ts'
import { backdrop, buttonhole, centrepiece, garlandClose, garlandPair } from './scenes/weddings.ts'
import type { Stage } from './stage.ts'

const scenes = {
  'hand-tied-bouquet': handTiedBouquet,
  'bridal-bouquet': bridalBouquet,
  'vase-arrangement': vaseArrangement,
  'hat-box': hatBox,
  'tulip-bunch': tulipBunch,
  'lily-vase': lilyVase,
  'jar-posy': jarPosy,
  'market-basket': marketBasket,
  ikebana,
  wreath,
  corsage,
  uruli,
  'orchid-pot': orchidPot,
  'tropical-orchid': tropicalOrchid,
  'gerbera-study': gerberaStudy,
  'rose-study': roseStudy,
  'chrysanthemum-study': chrysanthemumStudy,
  'lotus-pond': lotusPond,
  garland,
  'mandap-arch': mandapArch,
  'garland-doorway': garlandDoorway,
  'blossom-hall': blossomHall,
  workbench,
  'flower-market': flowerMarket,
  'morning-table': morningTable,
  'share-preview': sharePreview,
  'rose-dozen': roseDozen,
  'marigold-basket': marigoldBasket,
  'rose-posy': rosePosy,
  'lily-wrap': lilyWrap,
  'lotus-offering': lotusOffering,
  'red-roses': redRoses,
  'roses-close': rosesClose,
  'posy-close': posyClose,
  'garland-close': garlandClose,
  'festival-plate': festivalPlate,
  'bridal-close': bridalClose,
  'gerbera-bunch': gerberaBunch,
  'white-lilies': whiteLilies,
  'jasmine-string': jasmineString,
  'jasmine-close': jasmineClose,
  'garland-pair': garlandPair,
  buttonhole,
  centrepiece,
  backdrop,
  toran,
  'entrance-uruli': entranceUruli,
  'deepavali-hamper': deepavaliHamper,
  'brass-lamp': brassLamp,
  'box-from-above': boxFromAbove,
  'baby-basket': babyBasket,
  'glass-vase': glassVase,
  'message-card': messageCard,
  'at-the-door': atTheDoor,
  'white-wreath': whiteWreath,
} as const satisfies Record<string, (stage: Stage) => string>

export type SceneName = keyof typeof scenes

/** Every picture that `scene` can draw. */
export const sceneNames = Object.keys(scenes) as [SceneName, ...SceneName[]]

export type SceneOptions = {
  /** The same seed, size and palette always give the same text. */
  seed: number | string
  /** Pixels. */
  width: number
  height: number
  /** Taken from the seed when left out. */
  palette?: PaletteName
}

/** A complete `<svg>` of the scene. The objects are in the middle, and the background fills any format. */
export function scene(name: SceneName, { seed, width, height, palette }: SceneOptions): string {
  const pen = createPen(`${name} ${seed}`)
  const scale = 1000 / Math.min(width, height)
  const [w, h] = [width * scale, height * scale]
  const stage: Stage = {
    pen,
    random: pen.random,
    palette: palettes[palette ?? createRandom(seed).pick(paletteNames)],
    width: w,
    height: h,
    cx: w / 2,
    cy: h / 2,
  }
  const content = scenes[name](stage)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${num(w)} ${num(h)}"><defs>${pen.defs()}</defs>${content}</svg>`
}
