import type { PaletteName } from './palettes.ts'
import { portrait } from './portrait.ts'
import { type SceneName, scene } from './scene.ts'

/** A picture to be drawn: SVG text, and the width in pixels of its largest file. */
export interface Illustration {
  svg: string
  width: number
}

const drawn = (name: SceneName, palette: PaletteName, seed: number, width = 1600): Illustration => ({
  svg: scene(name, { seed, palette, width, height: (width * 3) / 4 }),
  width,
})
/** The shop shows its pictures small. */
const small = (name: SceneName, palette: PaletteName, seed: number) => drawn(name, palette, seed, 800)
const portraitOf = (person: string): Illustration => ({ svg: portrait(person, { size: 800 }), width: 800 })
const ground = (page: string): Illustration => ({
  svg: scene('share-preview', { seed: page, width: 1200, height: 630 }),
  width: 1200,
})

/** The pictures of the demonstration school and of every site, by their names in `drawings/finished/school.json`. */
export const ofSchool: Record<string, () => Illustration> = {
  // courses
  'vase-arrangement': () => drawn('vase-arrangement', 'jasmine', 11),
  'mandap-arch': () => drawn('mandap-arch', 'rose', 4),
  garland: () => drawn('garland', 'marigold', 7),
  ikebana: () => drawn('ikebana', 'monsoon', 3),
  'garland-doorway': () => drawn('garland-doorway', 'aubergine', 9),
  'flower-market': () => drawn('flower-market', 'dawn', 2),
  'hand-tied-bouquet': () => drawn('hand-tied-bouquet', 'dawn', 5),
  'bridal-bouquet': () => drawn('bridal-bouquet', 'jasmine', 8),
  corsage: () => drawn('corsage', 'banana-leaf', 6),
  'orchid-pot': () => drawn('orchid-pot', 'aubergine', 12),
  uruli: () => drawn('uruli', 'marigold', 10),
  'jar-posy': () => drawn('jar-posy', 'monsoon', 14),
  // instructors
  meenakshi: () => portraitOf('Meenakshi Raghavan'),
  kamala: () => portraitOf('Kamala Venkatesan'),
  farah: () => portraitOf('Farah Siddiqui'),
  anjali: () => portraitOf('Anjali Nair'),
  joseph: () => portraitOf('Joseph Xavier'),
  priya: () => portraitOf('Priya Subramaniam'),
  lakshmi: () => portraitOf('Lakshmi Prabhakar'),
  // the site
  'morning-table': () => drawn('morning-table', 'dawn', 1),
  'lily-vase': () => drawn('lily-vase', 'aubergine', 2),
  'market-basket': () => drawn('market-basket', 'marigold', 3),
  'lotus-pond': () => drawn('lotus-pond', 'banana-leaf', 4),
  'blossom-hall': () => drawn('blossom-hall', 'jasmine', 1),
  'hat-box': () => drawn('hat-box', 'rose', 2),
  workbench: () => drawn('workbench', 'jasmine', 3),
  // products
  'rose-study': () => small('rose-study', 'rose', 21),
  'gerbera-study': () => small('gerbera-study', 'marigold', 25),
  wreath: () => small('wreath', 'monsoon', 27),
  'tulip-bunch': () => small('tulip-bunch', 'dawn', 29),
}

/** The backgrounds of share pictures without a photograph, by page. */
export const shareGrounds: Record<string, () => Illustration> = {
  'share-calendar': () => ground('/calendar'),
  'share-contact': () => ground('/contact'),
  'share-privacy': () => ground('/privacy'),
  'share-terms': () => ground('/terms'),
}

/** The shop's sample collection, in `drawings/finished/samples.json`. */
export const ofSamples: Record<string, () => Illustration> = {
  'red-rose-dozen': () => small('rose-dozen', 'jasmine', 3),
  'star-lily-vase': () => small('lily-vase', 'monsoon', 4),
  'ruby-orchid-pot': () => small('orchid-pot', 'rose', 8),
  'market-morning-bouquet': () => small('hand-tied-bouquet', 'marigold', 7),
  'festival-marigold-basket': () => small('marigold-basket', 'banana-leaf', 2),
  'sample-tulip-bunch': () => small('tulip-bunch', 'jasmine', 5),
  'blush-rose-posy': () => small('rose-posy', 'monsoon', 1),
  'crimson-lily-wrap': () => small('lily-wrap', 'dawn', 1),
  'lotus-offering': () => small('lotus-offering', 'aubergine', 1),
}
