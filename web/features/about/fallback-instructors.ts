import type { FlowerHeadKind } from '../../../drawings/flower-head.ts'

export interface ShownInstructor {
  id: string
  name: string
  role: string
  description: string
  highlights: string[]
  experienceYears: number | null
  email: string | null
  flower: FlowerHeadKind
}

/** P§2: six built-in instructors, where the school's own cannot be had. */
export const fallbackInstructors: ShownInstructor[] = [
  {
    id: 'fallback-1',
    name: 'Meenakshi Raman',
    role: 'Head of Floral Design',
    description: 'Twenty years of weddings and hotel lobbies, and still at the market by five.',
    highlights: ['Spiral and parallel technique', 'Colour for Indian skin and silk'],
    experienceYears: 20,
    email: null,
    flower: 'rose',
  },
  {
    id: 'fallback-2',
    name: 'Anjali Menon',
    role: 'Ikebana',
    description: 'Trained in Kyoto and Kochi. Teaches how little it takes.',
    highlights: ['Moribana and nageire', 'Branches from one’s own street'],
    experienceYears: 14,
    email: null,
    flower: 'chrysanthemum',
  },
  {
    id: 'fallback-3',
    name: 'Farah Siddiqui',
    role: 'Wedding Floristry',
    description: 'Plans, prices and builds stages that stand until the last guest has left.',
    highlights: ['Mandaps and stages', 'Teams and timing'],
    experienceYears: 12,
    email: null,
    flower: 'orchid',
  },
  {
    id: 'fallback-4',
    name: 'Kamala Subramanian',
    role: 'Garlands and Temple Flowers',
    description: 'Third generation of a flower-stringing family from Mylapore.',
    highlights: ['Jasmine and kadambam', 'Thodutha malai'],
    experienceYears: 30,
    email: null,
    flower: 'jasmine',
  },
  {
    id: 'fallback-5',
    name: 'Joseph Thomas',
    role: 'Event Decor',
    description: 'Hangs tonnes of flowers safely, and shows how it is calculated.',
    highlights: ['Rigging and mechanics', 'Foam-free structures'],
    experienceYears: 11,
    email: null,
    flower: 'gerbera',
  },
  {
    id: 'fallback-6',
    name: 'Divya Krishnan',
    role: 'Flower Shop Management',
    description: 'Runs two shops, and teaches the arithmetic that keeps them open.',
    highlights: ['Buying and wastage', 'Pricing a bouquet'],
    experienceYears: 9,
    email: null,
    flower: 'lotus',
  },
]
