import type { PictureName } from './finished-pictures.ts'

export interface DemoProduct {
  name: string
  description: string
  priceInRupees: number
  categories: string[]
  quantity: number
  isOffered?: boolean
  isFeatured?: boolean
  customLabel?: string
  createdDaysAgo: number
  pictures: PictureName[]
}

/** The oldest first. All but the last were there thirty days ago: the dashboard counts 21 now and 20 then. */
export const demoProducts: DemoProduct[] = [
  {
    name: 'Twenty-four red roses',
    description:
      'Long-stemmed roses from Hosur, hand-tied with eucalyptus and wrapped in brown paper. They open in your vase, not in our window: plan for five days of them.',
    priceInRupees: 1850,
    categories: ['Roses', 'Bouquets', 'Anniversary', 'Valentine’s Day'],
    quantity: 18,
    isFeatured: true,
    customLabel: 'Ribbon colour',
    createdDaysAgo: 410,
    pictures: ['rose-study', 'hat-box'],
  },
  {
    name: 'Jasmine string, one muzham',
    description:
      'Madurai malli, strung this morning. Sold by the muzham, a forearm’s length, as everywhere on our street.',
    priceInRupees: 60,
    categories: ['Jasmine', 'Garlands'],
    quantity: 240,
    createdDaysAgo: 409,
    pictures: ['corsage'],
  },
  {
    name: 'Morning market posy',
    description: 'What was best at Koyambedu at five in the morning, in a glass jar. Never the same twice.',
    priceInRupees: 450,
    categories: ['Bouquets', 'Birthday'],
    quantity: 25,
    isFeatured: true,
    createdDaysAgo: 402,
    pictures: ['jar-posy'],
  },
  {
    name: 'White lily vase',
    description:
      'Seven stems of oriental lilies in a clear vase, with their pollen taken out for your tablecloth’s sake.',
    priceInRupees: 2200,
    categories: ['Lilies', 'Vases', 'Sympathy'],
    quantity: 9,
    createdDaysAgo: 398,
    pictures: ['lily-vase'],
  },
  {
    name: 'Marigold toran, three metres',
    description: 'Orange and yellow marigolds with mango leaves for a front door, on a cord with two loops.',
    priceInRupees: 780,
    categories: ['Marigolds', 'Torans', 'Pongal', 'Deepavali', 'Housewarming'],
    quantity: 30,
    createdDaysAgo: 390,
    pictures: ['garland-doorway'],
  },
  {
    name: 'Bride’s bouquet, jasmine and rose',
    description:
      'A round bouquet for the reception, wired by hand, with a buttonhole for the groom. We meet you once before.',
    priceInRupees: 6500,
    categories: ['Bridal', 'Wedding', 'Jasmine', 'Roses'],
    quantity: 4,
    isFeatured: true,
    customLabel: 'Colours of the sari',
    createdDaysAgo: 381,
    pictures: ['bridal-bouquet', 'corsage'],
  },
  {
    name: 'Wedding garlands, a pair',
    description:
      'Two thick garlands of rose petals, tuberose and zari for the exchange. Strung the same morning.',
    priceInRupees: 4800,
    categories: ['Garlands', 'Wedding', 'Tuberoses'],
    quantity: 6,
    createdDaysAgo: 376,
    pictures: ['garland'],
  },
  {
    name: 'Buttonhole, rosebud',
    description: 'One bud, one leaf, one pin.',
    priceInRupees: 180,
    categories: ['Wedding', 'Roses'],
    quantity: 60,
    createdDaysAgo: 371,
    pictures: ['corsage'],
  },
  {
    name: 'Phalaenopsis in a clay pot',
    description:
      'A moth orchid with two stems. It wants a window without noon sun and water once a week; a card says so.',
    priceInRupees: 1650,
    categories: ['Orchids', 'Housewarming', 'Mother’s Day'],
    quantity: 11,
    createdDaysAgo: 365,
    pictures: ['orchid-pot'],
  },
  {
    name: 'Uruli bowl for the entrance',
    description:
      'A brass bowl with floating marigolds, lotus buds and three lamps. The bowl is lent; we fetch it on the third day.',
    priceInRupees: 2400,
    categories: ['Lotus', 'Marigolds', 'Housewarming', 'Navaratri'],
    quantity: 5,
    createdDaysAgo: 360,
    pictures: ['uruli'],
  },
  {
    name: 'Ikebana for a desk',
    description: 'Three stems in a low dish, in the Ikenobo manner. Quiet enough for an office.',
    priceInRupees: 1350,
    categories: ['Ikebana', 'Vases'],
    quantity: 7,
    createdDaysAgo: 352,
    pictures: ['ikebana'],
  },
  {
    name: 'Gerberas, a dozen',
    description: 'Twelve gerberas in one colour or in all of them, with straws of fresh grass.',
    priceInRupees: 720,
    categories: ['Gerberas', 'Bouquets', 'Birthday'],
    quantity: 3,
    createdDaysAgo: 345,
    pictures: ['gerbera-study'],
  },
  {
    name: 'Flower box, hat size',
    description: 'A round box with roses, lisianthus and a ribbon that is meant to be kept.',
    priceInRupees: 2950,
    categories: ['Flower Boxes', 'Roses', 'Anniversary'],
    quantity: 8,
    isFeatured: true,
    customLabel: 'Words on the lid',
    createdDaysAgo: 340,
    pictures: ['hat-box'],
  },
  {
    name: 'Table centrepiece, low',
    description:
      'A low arrangement over which guests can see each other. For halls we make any number in one manner.',
    priceInRupees: 1200,
    categories: ['Centrepieces', 'Wedding'],
    quantity: 90,
    createdDaysAgo: 339,
    pictures: ['vase-arrangement'],
  },
  {
    name: 'Mandap flowers, the full set',
    description:
      'Four pillars, the canopy and the backdrop in flowers of the season, set up at four in the morning and taken down the same night. Includes two visits to the hall.',
    priceInRupees: 86000,
    categories: ['Wedding', 'Marigolds', 'Jasmine', 'Tuberoses'],
    quantity: 2,
    customLabel: 'Date and hall',
    createdDaysAgo: 338,
    pictures: ['mandap-arch', 'blossom-hall'],
  },
  {
    name: 'Reception stage backdrop',
    description:
      'A wall of foliage and blooms, up to six metres. Foam-free; the greens go to the zoo afterwards.',
    priceInRupees: 48000,
    categories: ['Wedding', 'Roses', 'Anthuriums'],
    quantity: 3,
    createdDaysAgo: 337,
    pictures: ['blossom-hall'],
  },
  {
    name: 'Wreath of white chrysanthemums',
    description: 'For a farewell. We bring it to the house and say nothing.',
    priceInRupees: 1900,
    categories: ['Wreaths', 'Chrysanthemums', 'Sympathy'],
    quantity: 6,
    createdDaysAgo: 300,
    pictures: ['wreath'],
  },
  {
    name: 'Ooty tulips, ten stems',
    description: 'From the hills, for six weeks of the year.',
    priceInRupees: 1400,
    categories: ['Tulips', 'Bouquets', 'Mother’s Day'],
    quantity: 0,
    createdDaysAgo: 244,
    pictures: ['tulip-bunch'],
  },
  {
    name: 'Basket for a new baby',
    description: 'Soft colours, no lilies, no strong scent. A cotton cap on top, knitted by Kamala’s aunt.',
    priceInRupees: 1750,
    categories: ['New Baby', 'Baskets'],
    quantity: 10,
    createdDaysAgo: 160,
    pictures: ['market-basket'],
  },
  {
    name: 'Lotus buds, a bunch of six',
    description: 'Folded open by hand when you fetch them. Tell us the hour.',
    priceInRupees: 390,
    categories: ['Lotus', 'Navaratri'],
    quantity: 14,
    isOffered: false,
    createdDaysAgo: 96,
    pictures: ['lotus-pond'],
  },
  {
    name: 'Deepavali flower hamper',
    description:
      'A toran, two muzham of jasmine, an uruli’s worth of loose marigolds and a box of murukku from next door, in a basket that stays with you.',
    priceInRupees: 2250,
    categories: ['Deepavali', 'Baskets', 'Marigolds', 'Jasmine'],
    quantity: 40,
    isFeatured: true,
    customLabel: 'Name on the card',
    createdDaysAgo: 11,
    pictures: ['flower-market', 'garland-doorway'],
  },
]
