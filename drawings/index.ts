/**
 * The botanical drawings: pure functions from a seed to SVG text, without imports, ids from outside or
 * effects. The seed of the database rasterises scenes and portraits; the web draws the small ones inline,
 * and imports those from their own files so that no scene comes along. Kolams take a phone too long to draw: the web shows
 * the files beside this one, which `drawings.test.ts` keeps fresh.
 */
export type { FlowerHeadKind, FlowerHeadOptions } from './flower-head.ts'
export { flowerHead, flowerHeadKinds } from './flower-head.ts'
export type { KolamOptions } from './kolam.ts'
export { kolam, kolamDivider } from './kolam.ts'
export { logo } from './logo.ts'
export type { PaletteName } from './palettes.ts'
export { paletteNames } from './palettes.ts'
export type { PortraitFlower, PortraitOptions } from './portrait.ts'
export { portrait } from './portrait.ts'
export type { SceneName, SceneOptions } from './scene.ts'
export { scene, sceneNames } from './scene.ts'
