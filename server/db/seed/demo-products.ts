import type { Insertable } from 'kysely'
import type { Schema } from '../schema.ts'
import type { PictureName } from './finished-pictures.ts'

type ProductRow = Insertable<Schema['product']>

interface DemoProduct
  extends Pick<ProductRow, 'name' | 'description' | 'price_in_paise' | 'quantity'>,
    Partial<Pick<ProductRow, 'is_offered' | 'is_featured' | 'custom_label'>> {
  categories: string[]
  daysAgo: number
  pictures: PictureName[]
}

/** The oldest first. All but the last were there thirty days ago: the dashboard counts 21 now and 20 then. */
export const demoProducts: DemoProduct[] = [
  {
    name: 'Twenty-four red roses',
    description:
      'Long-stemmed roses from Hosur, hand-tied with eucalyptus and wrapped in brown paper. They open in your vase, not in our window: plan for five days of them.',
    price_in_paise: 1_850_00,
    categories: ['Roses', 'Bouquets', 'Anniversary', 'Valentine’s Day'],
    quantity: 18,
    is_featured: 1,
    custom_label: 'Ribbon colour',
    daysAgo: 410,
    pictures: ['rose-study', 'hat-box'],
  },
  {
    name: 'Jasmine string, one muzham',
    description:
      'Madurai malli, strung this morning. Sold by the muzham, a forearm’s length, as everywhere on our street.',
    price_in_paise: 60_00,
    categories: ['Jasmine', 'Garlands'],
    quantity: 240,
    daysAgo: 409,
    pictures: ['corsage'],
  },
  {
    name: 'Morning market posy',
    description: 'What was best at Koyambedu at five in the morning, in a glass jar. Never the same twice.',
    price_in_paise: 450_00,
    categories: ['Bouquets', 'Birthday'],
    quantity: 25,
    is_featured: 1,
    daysAgo: 402,
    pictures: ['jar-posy'],
  },
  {
    name: 'White lily vase',
    description:
      'Seven stems of oriental lilies in a clear vase, with their pollen taken out for your tablecloth’s sake.',
    price_in_paise: 2_200_00,
    categories: ['Lilies', 'Vases', 'Sympathy'],
    quantity: 9,
    daysAgo: 398,
    pictures: ['lily-vase'],
  },
  {
    name: 'Marigold toran, three metres',
    description: 'Orange and yellow marigolds with mango leaves for a front door, on a cord with two loops.',
    price_in_paise: 780_00,
    categories: ['Marigolds', 'Torans', 'Pongal', 'Deepavali', 'Housewarming'],
    quantity: 30,
    daysAgo: 390,
    pictures: ['garland-doorway'],
  },
  {
    name: 'Bride’s bouquet, jasmine and rose',
    description:
      'A round bouquet for the reception, wired by hand, with a buttonhole for the groom. We meet you once before.',
    price_in_paise: 6_500_00,
    categories: ['Bridal', 'Wedding', 'Jasmine', 'Roses'],
    quantity: 4,
    is_featured: 1,
    custom_label: 'Colours of the sari',
    daysAgo: 381,
    pictures: ['bridal-bouquet', 'corsage'],
  },
  {
    name: 'Wedding garlands, a pair',
    description:
      'Two thick garlands of rose petals, tuberose and zari for the exchange. Strung the same morning.',
    price_in_paise: 4_800_00,
    categories: ['Garlands', 'Wedding', 'Tuberoses'],
    quantity: 6,
    daysAgo: 376,
    pictures: ['garland'],
  },
  {
    name: 'Buttonhole, rosebud',
    description: 'One bud, one leaf, one pin.',
    price_in_paise: 180_00,
    categories: ['Wedding', 'Roses'],
    quantity: 60,
    daysAgo: 371,
    pictures: ['corsage'],
  },
  {
    name: 'Phalaenopsis in a clay pot',
    description:
      'A moth orchid with two stems. It wants a window without noon sun and water once a week; a card says so.',
    price_in_paise: 1_650_00,
    categories: ['Orchids', 'Housewarming', 'Mother’s Day'],
    quantity: 11,
    daysAgo: 365,
    pictures: ['orchid-pot'],
  },
  {
    name: 'Uruli bowl for the entrance',
    description:
      'A brass bowl with floating marigolds, lotus buds and three lamps. The bowl is lent; we fetch it on the third day.',
    price_in_paise: 2_400_00,
    categories: ['Lotus', 'Marigolds', 'Housewarming', 'Navaratri'],
    quantity: 5,
    daysAgo: 360,
    pictures: ['uruli'],
  },
  {
    name: 'Ikebana for a desk',
    description: 'Three stems in a low dish, in the Ikenobo manner. Quiet enough for an office.',
    price_in_paise: 1_350_00,
    categories: ['Ikebana', 'Vases'],
    quantity: 7,
    daysAgo: 352,
    pictures: ['ikebana'],
  },
  {
    name: 'Gerberas, a dozen',
    description: 'Twelve gerberas in one colour or in all of them, with straws of fresh grass.',
    price_in_paise: 720_00,
    categories: ['Gerberas', 'Bouquets', 'Birthday'],
    quantity: 3,
    daysAgo: 345,
    pictures: ['gerbera-study'],
  },
  {
    name: 'Flower box, hat size',
    description: 'A round box with roses, lisianthus and a ribbon that is meant to be kept.',
    price_in_paise: 2_950_00,
    categories: ['Flower Boxes', 'Roses', 'Anniversary'],
    quantity: 8,
    is_featured: 1,
    custom_label: 'Words on the lid',
    daysAgo: 340,
    pictures: ['hat-box'],
  },
  {
    name: 'Table centrepiece, low',
    description:
      'A low arrangement over which guests can see each other. For halls we make any number in one manner.',
    price_in_paise: 1_200_00,
    categories: ['Centrepieces', 'Wedding'],
    quantity: 90,
    daysAgo: 339,
    pictures: ['vase-arrangement'],
  },
  {
    name: 'Mandap flowers, the full set',
    description:
      'Four pillars, the canopy and the backdrop in flowers of the season, set up at four in the morning and taken down the same night. Includes two visits to the hall.',
    price_in_paise: 86_000_00,
    categories: ['Wedding', 'Marigolds', 'Jasmine', 'Tuberoses'],
    quantity: 2,
    custom_label: 'Date and hall',
    daysAgo: 338,
    pictures: ['mandap-arch', 'blossom-hall'],
  },
  {
    name: 'Reception stage backdrop',
    description:
      'A wall of foliage and blooms, up to six metres. Foam-free; the greens go to the zoo afterwards.',
    price_in_paise: 48_000_00,
    categories: ['Wedding', 'Roses', 'Anthuriums'],
    quantity: 3,
    daysAgo: 337,
    pictures: ['blossom-hall'],
  },
  {
    name: 'Wreath of white chrysanthemums',
    description: 'For a farewell. We bring it to the house and say nothing.',
    price_in_paise: 1_900_00,
    categories: ['Wreaths', 'Chrysanthemums', 'Sympathy'],
    quantity: 6,
    daysAgo: 300,
    pictures: ['wreath'],
  },
  {
    name: 'Ooty tulips, ten stems',
    description: 'From the hills, for six weeks of the year.',
    price_in_paise: 1_400_00,
    categories: ['Tulips', 'Bouquets', 'Mother’s Day'],
    quantity: 0,
    daysAgo: 244,
    pictures: ['tulip-bunch'],
  },
  {
    name: 'Basket for a new baby',
    description: 'Soft colours, no lilies, no strong scent. A cotton cap on top, knitted by Kamala’s aunt.',
    price_in_paise: 1_750_00,
    categories: ['New Baby', 'Baskets'],
    quantity: 10,
    daysAgo: 160,
    pictures: ['market-basket'],
  },
  {
    name: 'Lotus buds, a bunch of six',
    description: 'Folded open by hand when you fetch them. Tell us the hour.',
    price_in_paise: 390_00,
    categories: ['Lotus', 'Navaratri'],
    quantity: 14,
    is_offered: 0,
    daysAgo: 96,
    pictures: ['lotus-pond'],
  },
  {
    name: 'Deepavali flower hamper',
    description:
      'A toran, two muzham of jasmine, an uruli’s worth of loose marigolds and a box of murukku from next door, in a basket that stays with you.',
    price_in_paise: 2_250_00,
    categories: ['Deepavali', 'Baskets', 'Marigolds', 'Jasmine'],
    quantity: 40,
    is_featured: 1,
    custom_label: 'Name on the card',
    daysAgo: 11,
    pictures: ['flower-market', 'garland-doorway'],
  },
]
