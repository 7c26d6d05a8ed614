/** B§3: the sets that the form offers; any other name may be typed. */
export const productCategorySets = [
  {
    name: 'Occasion',
    groups: [
      { name: 'Celebration', categories: ['Birthday', 'Anniversary', 'Wedding', 'Housewarming', 'New Baby'] },
      {
        name: 'Special occasions',
        categories: [
          'Pongal',
          'Deepavali',
          'Navaratri',
          'Onam',
          'Valentine’s Day',
          'Mother’s Day',
          'Sympathy',
        ],
      },
    ],
  },
  {
    name: 'Flowers',
    groups: [
      {
        name: 'Popular',
        categories: ['Roses', 'Jasmine', 'Lilies', 'Marigolds', 'Gerberas', 'Chrysanthemums'],
      },
      { name: 'Specialty', categories: ['Orchids', 'Lotus', 'Tulips', 'Anthuriums', 'Tuberoses'] },
    ],
  },
  {
    name: 'Arrangements',
    groups: [
      { name: 'Popular', categories: ['Bouquets', 'Baskets', 'Vases', 'Garlands', 'Flower Boxes'] },
      { name: 'Specialty', categories: ['Ikebana', 'Centrepieces', 'Wreaths', 'Torans', 'Bridal'] },
    ],
  },
] as const
