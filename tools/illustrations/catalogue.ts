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
/** The store shows products upright, as wide as a phone. */
const goods = (name: SceneName, palette: PaletteName, seed: number): Illustration => ({
  svg: scene(name, { seed, palette, width: 1024, height: 1280 }),
  width: 1024,
})
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
  // products, each with its own picture; some with a second
  'red-roses': () => goods('red-roses', 'rose', 3),
  'roses-close': () => goods('roses-close', 'rose', 1),
  'jasmine-string': () => goods('jasmine-string', 'marigold', 1),
  'jasmine-close': () => goods('jasmine-close', 'jasmine', 1),
  'market-posy': () => goods('jar-posy', 'dawn', 3),
  'posy-close': () => goods('posy-close', 'dawn', 1),
  'white-lilies': () => goods('white-lilies', 'banana-leaf', 1),
  'marigold-toran': () => goods('toran', 'marigold', 1),
  'brides-bouquet': () => goods('bridal-bouquet', 'aubergine', 2),
  'bridal-close': () => goods('bridal-close', 'aubergine', 1),
  'garland-pair': () => goods('garland-pair', 'jasmine', 2),
  'garland-close': () => goods('garland-close', 'jasmine', 1),
  buttonhole: () => goods('buttonhole', 'rose', 1),
  'orchid-plant': () => goods('orchid-pot', 'monsoon', 3),
  'entrance-uruli': () => goods('entrance-uruli', 'dawn', 2),
  'uruli-from-above': () => goods('uruli', 'dawn', 10),
  'gerbera-bunch': () => goods('gerbera-bunch', 'marigold', 1),
  'flower-box': () => goods('hat-box', 'dawn', 2),
  'box-from-above': () => goods('box-from-above', 'dawn', 1),
  centrepiece: () => goods('centrepiece', 'aubergine', 2),
  'mandap-set': () => goods('mandap-arch', 'marigold', 2),
  'mandap-rose': () => goods('mandap-arch', 'rose', 4),
  backdrop: () => goods('backdrop', 'rose', 2),
  'white-wreath': () => goods('white-wreath', 'monsoon', 1),
  'tulip-bunch': () => goods('tulip-bunch', 'dawn', 29),
  'baby-basket': () => goods('baby-basket', 'jasmine', 2),
  'deepavali-hamper': () => goods('deepavali-hamper', 'aubergine', 1),
  'festival-plate': () => goods('festival-plate', 'aubergine', 1),
  'glass-vase': () => goods('glass-vase', 'monsoon', 1),
  'message-card': () => goods('message-card', 'jasmine', 2),
  'brass-lamp': () => goods('brass-lamp', 'aubergine', 1),
  // photographs by staff
  'at-the-door': () => small('at-the-door', 'dawn', 2),
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
