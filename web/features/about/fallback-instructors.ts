import type { FlowerHeadKind } from '../../../drawings/flower-head.ts'

/** Shown where the school's own instructors cannot be had. */
export const fallbackInstructors = [
  {
    name: 'Meenakshi Raman',
    role: 'Head of Floral Design',
    description: 'Twenty years of weddings and hotel lobbies, and still at the market by five.',
    highlights: ['Spiral and parallel technique', 'Colour for Indian skin and silk'],
    experienceYears: 20,
    flower: 'rose',
  },
  {
    name: 'Anjali Menon',
    role: 'Ikebana',
    description: 'Trained in Kyoto and Kochi. Teaches how little it takes.',
    highlights: ['Moribana and nageire', 'Branches from one’s own street'],
    experienceYears: 14,
    flower: 'chrysanthemum',
  },
  {
    name: 'Farah Siddiqui',
    role: 'Wedding Floristry',
    description: 'Plans, prices and builds stages that stand until the last guest has left.',
    highlights: ['Mandaps and stages', 'Teams and timing'],
    experienceYears: 12,
    flower: 'orchid',
  },
  {
    name: 'Kamala Subramanian',
    role: 'Garlands and Temple Flowers',
    description: 'Third generation of a flower-stringing family from Mylapore.',
    highlights: ['Jasmine and kadambam', 'Thodutha malai'],
    experienceYears: 30,
    flower: 'jasmine',
  },
  {
    name: 'Joseph Thomas',
    role: 'Event Decor',
    description: 'Hangs tonnes of flowers safely, and shows how it is calculated.',
    highlights: ['Rigging and mechanics', 'Foam-free structures'],
    experienceYears: 11,
    flower: 'gerbera',
  },
  {
    name: 'Divya Krishnan',
    role: 'Flower Shop Management',
    description: 'Runs two shops, and teaches the arithmetic that keeps them open.',
    highlights: ['Buying and wastage', 'Pricing a bouquet'],
    experienceYears: 9,
    flower: 'lotus',
  },
] satisfies ({ flower: FlowerHeadKind } & Record<string, unknown>)[]
