import type { Insertable } from 'kysely'
import type { FlowerSays } from '../../../contract/store/recipe-facts.ts'
import type { Schema } from '../schema.ts'

interface DemoFlower {
  name: string
  plural?: string
  unit?: string
  says: FlowerSays
  bunch_size: number
  price_in_paise: number
}

/** What Koyambedu asks for a bunch in an ordinary week. */
export const demoFlowers = {
  redRose: { name: 'Red rose', says: 'count', bunch_size: 20, price_in_paise: 280_00 },
  rose: { name: 'Rose', says: 'count', bunch_size: 20, price_in_paise: 260_00 },
  jasmine: { name: 'Jasmine', unit: 'string', says: 'measure', bunch_size: 1, price_in_paise: 38_00 },
  tuberose: { name: 'Tuberose', unit: 'stem', says: 'measure', bunch_size: 20, price_in_paise: 120_00 },
  marigold: { name: 'Marigold', says: 'count', bunch_size: 100, price_in_paise: 80_00 },
  gerbera: { name: 'Gerbera', says: 'count', bunch_size: 10, price_in_paise: 95_00 },
  lily: { name: 'Oriental lily', says: 'count', bunch_size: 5, price_in_paise: 420_00 },
  chrysanthemum: { name: 'Chrysanthemum', says: 'count', bunch_size: 20, price_in_paise: 140_00 },
  lisianthus: {
    name: 'Lisianthus',
    unit: 'stem',
    says: 'measure',
    bunch_size: 10,
    price_in_paise: 380_00,
  },
  carnation: { name: 'Carnation', says: 'count', bunch_size: 20, price_in_paise: 220_00 },
  tulip: { name: 'Tulip', says: 'count', bunch_size: 10, price_in_paise: 780_00 },
  lotus: { name: 'Lotus', plural: 'Lotuses', says: 'count', bunch_size: 10, price_in_paise: 150_00 },
  orchid: { name: 'Moth orchid', unit: 'plant', says: 'count', bunch_size: 1, price_in_paise: 780_00 },
  babysBreath: { name: 'Baby’s breath', says: 'name', bunch_size: 10, price_in_paise: 190_00 },
  eucalyptus: { name: 'Eucalyptus', says: 'name', bunch_size: 10, price_in_paise: 160_00 },
  fern: { name: 'Fern', says: 'name', bunch_size: 20, price_in_paise: 60_00 },
  grass: { name: 'Bear grass', says: 'name', bunch_size: 20, price_in_paise: 60_00 },
  palm: { name: 'Palm leaf', plural: 'Palm leaves', says: 'name', bunch_size: 10, price_in_paise: 80_00 },
  mangoLeaf: {
    name: 'Mango leaf',
    plural: 'Mango leaves',
    unit: 'leaf',
    says: 'name',
    bunch_size: 50,
    price_in_paise: 30_00,
  },
} satisfies Record<string, DemoFlower>

type Stem = [flower: keyof typeof demoFlowers, count: number, wastePercent?: number]

interface DemoRecipe {
  stems: Stem[]
  of: { product: string; size?: string } | { course: string }
}

const product = (slug: string, ...stems: Stem[]): DemoRecipe => ({ of: { product: slug }, stems })
const sized = (slug: string, size: string, ...stems: Stem[]): DemoRecipe => ({
  of: { product: slug, size },
  stems,
})
/** What one student takes. */
const taught = (course: string, ...stems: Stem[]): DemoRecipe => ({ of: { course }, stems })

/** Every product that is made of flowers has one, in each of its sizes; classes where everybody ties their own. */
export const demoRecipes: DemoRecipe[] = [
  sized('red-roses', 'Standard', ['redRose', 12, 8], ['eucalyptus', 4, 5]),
  sized('red-roses', 'Deluxe', ['redRose', 24, 8], ['eucalyptus', 7, 5]),
  sized('red-roses', 'Grand', ['redRose', 50, 8], ['eucalyptus', 12, 5]),
  product('jasmine-string', ['jasmine', 1, 4]),
  sized('market-posy', 'Standard', ['gerbera', 3, 5], ['rose', 3, 8], ['chrysanthemum', 4, 5], ['fern', 2]),
  sized('market-posy', 'Deluxe', ['gerbera', 5, 5], ['rose', 5, 8], ['chrysanthemum', 7, 5], ['fern', 3]),
  sized('market-posy', 'Grand', ['gerbera', 8, 5], ['rose', 8, 8], ['chrysanthemum', 11, 5], ['fern', 5]),
  sized('white-lily-vase', 'Standard', ['lily', 7, 4], ['eucalyptus', 3, 5]),
  sized('white-lily-vase', 'Deluxe', ['lily', 11, 4], ['eucalyptus', 5, 5]),
  product('marigold-toran', ['marigold', 180, 6], ['mangoLeaf', 45, 10]),
  product(
    'brides-bouquet',
    ['rose', 18, 15],
    ['jasmine', 3, 10],
    ['lisianthus', 8, 10],
    ['babysBreath', 4, 5],
    ['eucalyptus', 6, 5],
  ),
  product('wedding-garlands', ['tuberose', 120, 8], ['redRose', 60, 10], ['jasmine', 4, 5]),
  product('buttonhole', ['redRose', 1, 20], ['fern', 1]),
  product('phalaenopsis', ['orchid', 1, 2]),
  product('uruli-bowl', ['marigold', 60, 6], ['lotus', 3, 10], ['redRose', 16, 8], ['jasmine', 2, 5]),
  product('gerberas', ['gerbera', 12, 5], ['grass', 10, 5]),
  sized('flower-box', 'Standard', ['rose', 18, 8], ['lisianthus', 6, 8], ['eucalyptus', 4, 5]),
  sized('flower-box', 'Deluxe', ['rose', 27, 8], ['lisianthus', 9, 8], ['eucalyptus', 6, 5]),
  sized('flower-box', 'Grand', ['rose', 38, 8], ['lisianthus', 12, 8], ['eucalyptus', 8, 5]),
  product('table-centrepiece', ['rose', 9, 8], ['carnation', 6, 5], ['chrysanthemum', 5, 5], ['fern', 4]),
  product(
    'mandap-flowers',
    ['marigold', 3_600, 6],
    ['tuberose', 900, 8],
    ['rose', 420, 10],
    ['jasmine', 120, 5],
    ['palm', 80, 5],
  ),
  product('stage-backdrop', ['rose', 520, 10], ['carnation', 360, 6], ['palm', 160, 5], ['fern', 400, 5]),
  sized('white-wreath', 'Standard', ['chrysanthemum', 26, 6], ['tuberose', 6, 6], ['fern', 12, 5]),
  sized('white-wreath', 'Grand', ['chrysanthemum', 45, 6], ['tuberose', 12, 6], ['fern', 20, 5]),
  product('ooty-tulips', ['tulip', 10, 5]),
  sized(
    'baby-basket',
    'Standard',
    ['rose', 8, 8],
    ['carnation', 8, 5],
    ['gerbera', 6, 5],
    ['babysBreath', 3, 5],
  ),
  sized(
    'baby-basket',
    'Deluxe',
    ['rose', 13, 8],
    ['carnation', 12, 5],
    ['gerbera', 9, 5],
    ['babysBreath', 4, 5],
  ),
  sized('deepavali-hamper', 'Standard', ['marigold', 180, 6], ['jasmine', 2, 5], ['mangoLeaf', 40, 10]),
  sized('deepavali-hamper', 'Grand', ['marigold', 300, 6], ['jasmine', 4, 5], ['mangoLeaf', 60, 10]),
  taught(
    'Hand-Tied Bouquet Workshop',
    ['rose', 7, 10],
    ['gerbera', 4, 5],
    ['chrysanthemum', 5, 5],
    ['eucalyptus', 4, 5],
  ),
  taught('Bridal Bouquet Weekend', ['rose', 20, 15], ['lisianthus', 6, 10], ['babysBreath', 4, 5]),
  taught('Jasmine Stringing and Hair Flowers', ['jasmine', 3, 20], ['rose', 2, 10]),
  taught('Pookolam: A Flower Carpet Together', ['marigold', 90, 5], ['chrysanthemum', 20, 5]),
  taught('Table Flowers for the Home', ['rose', 5, 8], ['carnation', 5, 5], ['fern', 4]),
]

export const flowerRow = ({
  plural = '',
  unit = 'stem',
  ...said
}: DemoFlower): Pick<
  Insertable<Schema['flower']>,
  'name' | 'plural' | 'unit' | 'says' | 'bunch_size' | 'price_in_paise'
> => ({ ...said, plural: plural || null, unit })
