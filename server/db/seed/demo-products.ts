import type { DeliveryWay } from '../../../contract/store/delivery-facts.ts'
import type { PictureName } from './finished-pictures.ts'

/** The six by which the store filters. */
export type DemoCategory =
  | 'Bouquets'
  | 'Garlands and wreaths'
  | 'Weddings'
  | 'Plants and vases'
  | 'Festivals'
  | 'Extras'

export interface DemoProduct {
  name: string
  slug: string
  description: string
  /** Of the smallest where it has sizes. */
  price_in_paise: number
  original_price_in_paise?: number
  categories: [DemoCategory, ...DemoCategory[]]
  quantity: number
  is_featured?: 1
  is_addon?: 1
  shows_recipe?: 1
  custom_label?: string
  badge?: string
  lead_days?: number
  /** All where absent. */
  ways?: [DeliveryWay, ...DeliveryWay[]]
  care?: string
  substitution?: string
  /** The smallest first. */
  sizes?: { name: 'Standard' | 'Deluxe' | 'Grand'; price_in_paise: number; stems: number }[]
  daysAgo: number
  pictures: [PictureName, ...PictureName[]]
}

const vaseCare =
  'Cut two centimetres off the stems, slantwise, and put them in clean cool water away from the sun and the fruit bowl. Change the water every second day.'
const garlandCare =
  'Keep it in its banana leaf, in the fridge but not in the freezer, until an hour before it is worn or hung. A little water with the fingers keeps it fresh.'
const sameColour = 'Where one flower is not at the market we take another of the same worth and colour.'

/** The oldest first. All but the last were there thirty days ago: the dashboard counts 22 now and 21 then. */
export const demoProducts: DemoProduct[] = [
  {
    name: 'Red roses, hand-tied',
    slug: 'red-roses',
    description:
      'Long-stemmed roses from Hosur, hand-tied with eucalyptus and wrapped in brown paper. They open in your vase, not in our window: plan for five days of them.',
    price_in_paise: 1_050_00,
    sizes: [
      { name: 'Standard', price_in_paise: 1_050_00, stems: 12 },
      { name: 'Deluxe', price_in_paise: 1_850_00, stems: 24 },
      { name: 'Grand', price_in_paise: 3_600_00, stems: 50 },
    ],
    categories: ['Bouquets'],
    quantity: 18,
    is_featured: 1,
    shows_recipe: 1,
    custom_label: 'Ribbon colour',
    care: vaseCare,
    substitution: 'Red roses stay red roses. Where eucalyptus is not at the market we tie them with fern.',
    daysAgo: 410,
    pictures: ['red-roses', 'roses-close'],
  },
  {
    name: 'Jasmine string, one muzham',
    slug: 'jasmine-string',
    description:
      'Madurai malli, strung this morning. Sold by the muzham, a forearm’s length, as everywhere on our street.',
    price_in_paise: 60_00,
    categories: ['Garlands and wreaths', 'Festivals'],
    quantity: 240,
    // It wilts on a motorbike at noon and at midnight.
    ways: ['standard', 'pickup'],
    care: garlandCare,
    daysAgo: 409,
    pictures: ['jasmine-string', 'jasmine-close'],
  },
  {
    name: 'Morning market posy',
    slug: 'market-posy',
    description: 'What was best at Koyambedu at five in the morning, in a glass jar. Never the same twice.',
    price_in_paise: 450_00,
    sizes: [
      { name: 'Standard', price_in_paise: 450_00, stems: 12 },
      { name: 'Deluxe', price_in_paise: 750_00, stems: 20 },
      { name: 'Grand', price_in_paise: 1_100_00, stems: 32 },
    ],
    categories: ['Bouquets', 'Plants and vases'],
    quantity: 25,
    is_featured: 1,
    care: vaseCare,
    substitution: 'The market chooses. Tell us what you do not want, and it stays out.',
    daysAgo: 402,
    pictures: ['market-posy', 'posy-close'],
  },
  {
    name: 'White lily vase',
    slug: 'white-lily-vase',
    description:
      'Oriental lilies in a clear vase, with their pollen taken out for your tablecloth’s sake. Not for a house with a cat.',
    price_in_paise: 2_200_00,
    sizes: [
      { name: 'Standard', price_in_paise: 2_200_00, stems: 7 },
      { name: 'Deluxe', price_in_paise: 3_100_00, stems: 11 },
    ],
    categories: ['Plants and vases', 'Bouquets'],
    quantity: 9,
    shows_recipe: 1,
    care: vaseCare,
    substitution: sameColour,
    daysAgo: 398,
    pictures: ['white-lilies'],
  },
  {
    name: 'Marigold toran, three metres',
    slug: 'marigold-toran',
    description: 'Orange and yellow marigolds with mango leaves for a front door, on a cord with two loops.',
    price_in_paise: 780_00,
    categories: ['Festivals', 'Garlands and wreaths'],
    quantity: 30,
    lead_days: 1,
    ways: ['standard', 'express', 'pickup'],
    care: 'Hang it in the shade of the lintel, and sprinkle it in the evening. It lasts three days.',
    daysAgo: 390,
    pictures: ['marigold-toran'],
  },
  {
    name: 'Bride’s bouquet, jasmine and rose',
    slug: 'brides-bouquet',
    description:
      'A round bouquet for the reception, wired by hand, with a buttonhole for the groom. We meet you once before.',
    price_in_paise: 6_500_00,
    categories: ['Weddings', 'Bouquets'],
    quantity: 4,
    is_featured: 1,
    shows_recipe: 1,
    custom_label: 'Colours of the sari',
    lead_days: 2,
    ways: ['standard', 'pickup'],
    care: 'Stand it in a glass of water in a cool room until you leave. Jasmine bruises: hold it by the ribbon.',
    substitution: 'We ask you before we change anything in a bride’s bouquet.',
    daysAgo: 381,
    pictures: ['brides-bouquet', 'bridal-close'],
  },
  {
    name: 'Wedding garlands, a pair',
    slug: 'wedding-garlands',
    description:
      'Two thick garlands of rose petals, tuberose and zari for the exchange. Strung the same morning.',
    price_in_paise: 4_800_00,
    categories: ['Weddings', 'Garlands and wreaths'],
    quantity: 6,
    lead_days: 1,
    ways: ['standard', 'pickup'],
    care: garlandCare,
    substitution: sameColour,
    daysAgo: 376,
    pictures: ['garland-pair', 'garland-close'],
  },
  {
    name: 'Buttonhole, rosebud',
    slug: 'buttonhole',
    description: 'One rose, one leaf, one pin.',
    price_in_paise: 180_00,
    categories: ['Weddings'],
    quantity: 60,
    lead_days: 1,
    daysAgo: 371,
    pictures: ['buttonhole'],
  },
  {
    name: 'Phalaenopsis in a clay pot',
    slug: 'phalaenopsis',
    description:
      'A moth orchid with two stems. It wants a window without noon sun and water once a week; a card says so.',
    price_in_paise: 1_650_00,
    original_price_in_paise: 1_900_00,
    categories: ['Plants and vases'],
    quantity: 11,
    care: 'A bright window without noon sun. Once a week stand the pot in water for ten minutes, then let it drain.',
    daysAgo: 365,
    pictures: ['orchid-plant'],
  },
  {
    name: 'Uruli bowl for the entrance',
    slug: 'uruli-bowl',
    description:
      'A brass bowl with floating marigolds, lotus and three lamps. The bowl is lent; we fetch it on the third day.',
    price_in_paise: 2_400_00,
    categories: ['Festivals', 'Plants and vases'],
    quantity: 5,
    lead_days: 1,
    ways: ['standard'],
    care: 'Top up the water in the morning. Light the lamps in the evening, and never leave them alone.',
    substitution: sameColour,
    daysAgo: 360,
    pictures: ['entrance-uruli', 'uruli-from-above'],
  },
  {
    name: 'Gerberas, a dozen',
    slug: 'gerberas',
    description: 'Twelve gerberas in one colour or in all of them, with straws of fresh grass.',
    price_in_paise: 720_00,
    original_price_in_paise: 850_00,
    categories: ['Bouquets'],
    quantity: 3,
    care: 'Three fingers of water are enough: gerbera stems rot in a full vase. Change it every day.',
    substitution: 'Tell us your colour in the note. Where it is not at the market we mix.',
    daysAgo: 345,
    pictures: ['gerbera-bunch'],
  },
  {
    name: 'Flower box with a lid',
    slug: 'flower-box',
    description: 'A round box with roses, lisianthus and a ribbon that is meant to be kept.',
    price_in_paise: 2_950_00,
    sizes: [
      { name: 'Standard', price_in_paise: 2_950_00, stems: 24 },
      { name: 'Deluxe', price_in_paise: 3_900_00, stems: 36 },
      { name: 'Grand', price_in_paise: 5_200_00, stems: 50 },
    ],
    categories: ['Bouquets'],
    quantity: 8,
    is_featured: 1,
    custom_label: 'Words on the lid',
    care: 'The flowers stand in wet moss: pour half a glass of water into the middle every morning.',
    substitution: sameColour,
    daysAgo: 340,
    pictures: ['flower-box', 'box-from-above'],
  },
  {
    name: 'Table centrepiece, low',
    slug: 'table-centrepiece',
    description:
      'A low arrangement over which guests can see each other. For halls we make any number in one manner.',
    price_in_paise: 1_200_00,
    categories: ['Weddings', 'Plants and vases'],
    quantity: 90,
    lead_days: 1,
    ways: ['standard', 'pickup'],
    substitution: sameColour,
    daysAgo: 339,
    pictures: ['centrepiece'],
  },
  {
    name: 'Mandap flowers, the full set',
    slug: 'mandap-flowers',
    description:
      'Four pillars, the canopy and the backdrop in flowers of the season, set up at four in the morning and taken down the same night. Includes two visits to the hall.',
    price_in_paise: 86_000_00,
    categories: ['Weddings'],
    quantity: 2,
    custom_label: 'Date and hall',
    lead_days: 3,
    ways: ['standard'],
    substitution: 'We show you the flowers at the second visit, and change none after it without asking.',
    daysAgo: 338,
    pictures: ['mandap-set', 'mandap-rose'],
  },
  {
    name: 'Reception stage backdrop',
    slug: 'stage-backdrop',
    description:
      'A wall of foliage and blooms, up to six metres. Foam-free; the greens go to the zoo afterwards.',
    price_in_paise: 48_000_00,
    categories: ['Weddings'],
    quantity: 3,
    custom_label: 'Width and colours',
    lead_days: 3,
    ways: ['standard'],
    substitution: sameColour,
    daysAgo: 337,
    pictures: ['backdrop'],
  },
  {
    name: 'Wreath of white chrysanthemums',
    slug: 'white-wreath',
    description: 'For a farewell. We bring it to the house and say nothing.',
    price_in_paise: 1_900_00,
    sizes: [
      { name: 'Standard', price_in_paise: 1_900_00, stems: 26 },
      { name: 'Grand', price_in_paise: 2_900_00, stems: 45 },
    ],
    categories: ['Garlands and wreaths'],
    quantity: 6,
    custom_label: 'Words on the ribbon',
    ways: ['standard', 'express', 'pickup'],
    substitution: 'White stays white: tuberose or roses where chrysanthemums are not at the market.',
    daysAgo: 300,
    pictures: ['white-wreath'],
  },
  {
    name: 'Ooty tulips, ten stems',
    slug: 'ooty-tulips',
    description: 'From the hills, for six weeks of the year.',
    price_in_paise: 1_400_00,
    categories: ['Bouquets'],
    quantity: 0,
    badge: 'Seasonal',
    care: 'Cold water, and little of it. They go on growing in the vase, towards the light.',
    daysAgo: 244,
    pictures: ['tulip-bunch'],
  },
  {
    name: 'A clear glass vase',
    slug: 'glass-vase',
    description: 'Twenty-five centimetres of plain glass, heavy enough for lilies.',
    price_in_paise: 350_00,
    categories: ['Extras', 'Plants and vases'],
    quantity: 34,
    is_addon: 1,
    daysAgo: 210,
    pictures: ['glass-vase'],
  },
  {
    name: 'A painted card, written by hand',
    slug: 'painted-card',
    description:
      'Your words from the checkout, written with a pen on a card that Farah painted, in an envelope with a seal.',
    price_in_paise: 120_00,
    categories: ['Extras'],
    quantity: 150,
    is_addon: 1,
    daysAgo: 209,
    pictures: ['message-card'],
  },
  {
    name: 'Basket for a new baby',
    slug: 'baby-basket',
    description: 'Soft colours, no lilies, no strong scent. A cotton cap on top, knitted by Kamala’s aunt.',
    price_in_paise: 1_750_00,
    sizes: [
      { name: 'Standard', price_in_paise: 1_750_00, stems: 22 },
      { name: 'Deluxe', price_in_paise: 2_350_00, stems: 34 },
    ],
    categories: ['Bouquets'],
    quantity: 10,
    care: vaseCare,
    substitution: 'Soft colours and no strong scent, whatever the market has.',
    daysAgo: 160,
    pictures: ['baby-basket'],
  },
  {
    name: 'A brass lamp',
    slug: 'brass-lamp',
    description: 'A kuthuvilakku of one and a half spans from Nachiarkoil, with five wicks and a little oil.',
    price_in_paise: 640_00,
    categories: ['Extras', 'Festivals'],
    quantity: 16,
    is_addon: 1,
    badge: 'Seasonal',
    care: 'Wash it with tamarind and dry it at once. Never leave a burning lamp alone.',
    daysAgo: 96,
    pictures: ['brass-lamp'],
  },
  {
    name: 'Deepavali flower hamper',
    slug: 'deepavali-hamper',
    description:
      'A toran, two muzham of jasmine, an uruli’s worth of loose marigolds and a box of murukku from next door, in a basket that stays with you.',
    price_in_paise: 2_250_00,
    sizes: [
      { name: 'Standard', price_in_paise: 2_250_00, stems: 90 },
      { name: 'Grand', price_in_paise: 3_400_00, stems: 150 },
    ],
    categories: ['Festivals'],
    quantity: 40,
    is_featured: 1,
    custom_label: 'Name on the card',
    badge: 'New',
    lead_days: 1,
    ways: ['standard', 'express', 'pickup'],
    care: garlandCare,
    substitution: sameColour,
    daysAgo: 11,
    pictures: ['deepavali-hamper', 'festival-plate'],
  },
]
