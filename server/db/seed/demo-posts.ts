import type { demoInstructors } from './demo-school.ts'
import type { PictureName } from './finished-pictures.ts'

interface DemoPost {
  title: string
  slug: string
  author: (typeof demoInstructors)[number]['name']
  cover: PictureName
  tags: string[]
  /** Below zero for one that is scheduled. */
  daysAgo: number
  excerpt: string | null
  /** Markdown; `{{name|what is seen|caption}}` on a line of its own is a picture. */
  body: string
}

/** The journal of the demonstration school; the last one is still to come. */
export const demoPosts: readonly DemoPost[] = [
  {
    title: 'Drawing the threshold: flowers for Pongal morning',
    slug: 'flowers-for-pongal-morning',
    author: 'Kamala Venkatesan',
    cover: 'garland-doorway',
    tags: ['Pongal', 'Marigolds', 'Garlands'],
    daysAgo: 47,
    excerpt:
      'A toran, a kolam and a handful of petals: what my grandmother did between four and six in the morning, and why she did it in that order.',
    body: `In our house the new year of the harvest does not begin with the pot. It begins on the doorstep, in the dark, with a bucket of water and somebody who has not had coffee yet.

My grandmother washed the threshold first, then drew, then hung, and only then let anybody wake the children. She had no name for the order. I have taught it for thirty years, and I have not found a better one.

## First the ground

Wash the step and leave it damp. Rice flour holds on a damp stone and blows away from a dry one. Begin with the dots, not with the line: if the dots stand in their rows, the line cannot go wrong. For a first kolam take five rows of five. It is small, it is whole, and you will still be able to bend your back at breakfast.

## Then the door

A Pongal toran wants two things, marigolds and mango leaves.

- Count one leaf for each hand's width of your door, and one more.
- Fold the stem end of the leaf over the cord and pin it with its own stalk. No staples: they rust on the second day.
- String the marigolds through the green cup, not through the petals. A flower that is pierced through the petals opens on one side only.
- Leave a finger's width between the flowers. They open in the heat, and by ten o'clock the gap is gone.

{{garland|Marigolds and tuberose strung in a thick garland|String through the green cup, and leave room to open.}}

## Last the petals

Whatever broke while you strung goes into the drawing: orange into the outer loops, yellow inside, and one white jasmine in the middle, where the eye goes to rest. Nothing of the morning is thrown away.

By six the sun is on the step, the milk is on the fire, and the cow next door is looking at your mango leaves. Let her have one. It is her festival too, the day after.`,
  },
  {
    title: 'Choosing flowers for a wedding, and what to ask before you pay',
    slug: 'choosing-flowers-for-a-wedding',
    author: 'Farah Siddiqui',
    cover: 'mandap-arch',
    tags: ['Wedding', 'Roses', 'Bridal'],
    daysAgo: 33,
    excerpt:
      'Four hundred weddings in one notebook. Here are the pages that I would give to every family before they meet a florist, me included.',
    body: `Families come to the first meeting with forty pictures from the internet. I ask them to put the phone away and to answer three questions. The pictures help later.

## Three questions

1. **At what hour is the ceremony?** A six o'clock muhurtham is a morning of tuberose and jasmine, which are at their best then. An evening reception is under lamps, where white looks yellow and deep red looks black.
2. **How long must it stand?** Two hours of ceremony, or from breakfast to the last photograph. Hydrangeas are lovely, and they do not know what a Chennai afternoon is.
3. **What does the bride wear?** Bring the blouse piece, not its picture. No screen shows the green of a Kanjivaram border.

{{bridal-bouquet|A round bridal bouquet of roses and jasmine|Roses that were cut the evening before, jasmine that was strung the same morning.}}

## What the season gives

From December to February you may have nearly everything. In April and May choose flowers with thick petals: orchids, anthuriums, lotus, marigolds. In the rains plan for tuberose to be dear and thin, and for roses from Hosur to come late because the road is wet.

A florist who promises the same flowers in every month is telling you about the fridge, not about the flowers.

## Ask this before you pay

- Who comes at four in the morning, and do I get their number?
- Which flowers may you replace if the market has none, and by what? Have it written down.
- Who takes it all down, when, and where do the greens go?
- Is the water for the flowers in the price of the hall? It sounds small. It once cost me an hour.

Spend on what is close to faces: the garlands, the bouquet, the hair. Save on what is far away. A backdrop is seen by a camera for a second at a time; a garland is worn, held, smelled and remembered.

And keep one flower. Not pressed in a book, where it turns brown. Hang it upside down in a dark cupboard for three weeks, and it keeps its colour for years.`,
  },
  {
    title: 'Koyambedu at five in the morning',
    slug: 'koyambedu-at-five-in-the-morning',
    author: 'Priya Subramaniam',
    cover: 'flower-market',
    tags: ['Market', 'Jasmine', 'Roses'],
    daysAgo: 19,
    excerpt:
      'How to walk through the largest flower market of the city without being run over, overcharged, or sent home with yesterday.',
    body: `The buses from Madurai come in at three, the lorries from Hosur at four. If you arrive at five, the flowers have slept for an hour, the sellers have had their first tea, and everybody still has patience. At seven the hotels have been, and what is left is what the hotels did not want.

I have bought here six days a week for twelve years, first for my shop, now for the classes. This is what I tell the students before the first market walk.

## Before you go

Wear shoes that you can wash. Bring small notes, a wet cotton sheet, and a list with quantities instead of wishes. *Some roses* costs you more than *twenty red, sixty centimetres*.

## How to look

- **Roses**: press the head gently between two fingers, where it meets the stem. Hard is fresh. Soft has been in a cold room since Tuesday.
- **Jasmine**: buy buds, closed and green-white. Open ones are for whoever wears them within the hour.
- **Chrysanthemums**: turn one over. The leaves age before the flower does.
- **Tuberose**: two florets open at the bottom of the spike, the rest shut. More open ones are cheaper, and they are cheaper for a reason.
- **Anything wrapped**: ask to have it unwrapped. A seller who is glad to show you the middle of the bunch is a seller to come back to.

{{market-basket|A basket of flowers from the market|Twenty red, forty white, and something that was not on the list.}}

## How to talk

The first price is a greeting. Greet back with about two thirds of it, smile, and talk about the road from Hosur. Never bargain for what you will not buy. And if somebody gives you three stems more than you paid for, remember the face: those three stems are an invitation.

## On the way home

Flowers travel like people who are a little unwell: lying down, wrapped in something damp, and away from the engine. Cut a finger's width from every stem as soon as you are in, at a slant, under water, and let them drink for two hours in the dark before you ask anything of them.

The best thing about the market is none of this. It is the light at half past five, when the roof of the flower hall turns blue and forty thousand roses are still grey, and then, from one minute to the next, they are not.`,
  },
  {
    title: 'How to keep jasmine fresh for two evenings',
    slug: 'how-to-keep-jasmine-fresh',
    author: 'Kamala Venkatesan',
    cover: 'corsage',
    tags: ['Jasmine', 'Hair Flowers', 'Care'],
    daysAgo: 12,
    excerpt: null,
    body: `A string of malli lasts for one evening. Everybody knows it, and nearly everybody makes it shorter than it need be. With a banana leaf and a little care you have two.

## When you buy

Buy it before noon, and buy it closed. A bud that is still green at its tip opens at about seven in the evening, wherever it is by then: in your hair, or in a bag in the kitchen. You cannot stop it, but you can make it late.

Look at the knots. Two buds to the left, two to the right, and no more than a grain of rice between the pairs. A loose string loses its buds as you walk.

## Until the evening

1. Sprinkle water on a piece of banana leaf, and shake it off again. Damp is right. Wet makes brown spots.
2. Lay the string on it in a loose coil. Nothing on top of it.
3. Fold the leaf over, tie it with its own rib, and put it at the bottom of the refrigerator, far from the fruit. Ripe bananas and mangoes breathe out what makes flowers old.

No leaf in the house? A cotton cloth does nearly as well. Plastic does not: the flowers sweat in it and smell of it.

## For the second evening

Take the string off before you sleep, and do not pull: lift the pins first. Back on the leaf with it, a few drops of water, fold, refrigerator. The buds that had opened are done by then. The smaller ones at the ends, which were shut on the first evening, open on the second.

What has turned yellow goes into a bowl by the door, with warm water. It gives its scent once more when somebody comes in. Then it goes to the tulasi pot, as it always did.

> My mother said that jasmine forgives everything but a plastic bag and a proud woman. I have only been able to prove the first.`,
  },
  {
    title: 'Ikebana in three stems',
    slug: 'ikebana-in-three-stems',
    author: 'Anjali Nair',
    cover: 'ikebana',
    tags: ['Ikebana', 'Table Flowers'],
    daysAgo: 4,
    excerpt:
      'A branch, a flower and a leaf from your own street, a plate with water, and ten quiet minutes. It is enough to begin with.',
    body: `People think that ikebana begins with a rare flower from Japan. It begins with a branch that somebody was going to cut off anyway.

In Kyoto my teacher sent us out of the room with scissors and one sentence: *bring back what is leaning towards you*. I came back with a piece of hedge. It is still the best lesson I know, and it works on any street in Besant Nagar.

## What you need

- a low dish that holds two fingers of water; a steel thali is fine
- a kenzan, the little bed of nails, or a lump of clay in a corner of the dish
- three stems: something that stands, something that leans, something that looks up from below

Neem, bougainvillea and a hibiscus leaf have made me as happy as cherry and iris.

## The three lines

1. **Shin**, the tallest. About one and a half times the width and the depth of your dish together. It does not stand straight: let its tip come back over its own foot.
2. **Soe**, two thirds of the first. It leans out of the dish to the left or to the right, towards the light.
3. **Hikae**, half of the second. It is the flower, and it looks at you.

Seen from above, the three tips make a triangle with no two sides alike. That is all the geometry there is.

{{vase-arrangement|An arrangement of branches and flowers in a vase|The same three lines, in a tall vase.}}

## Taking away

Now the part that takes the ten minutes. Remove every leaf that hides a line. Remove every leaf that hangs into the water. Then sit down in front of it, and remove one thing more.

You will feel that it is too little. Leave it where you pass by, and look again in the evening. What is not there is what the room is for.`,
  },
  {
    title: 'Your bouquet after five days',
    slug: 'your-bouquet-after-five-days',
    author: 'Meenakshi Raghavan',
    cover: 'jar-posy',
    tags: ['Care', 'Bouquets', 'Roses'],
    daysAgo: -5,
    excerpt:
      'It is not over yet. Cut it, sort it, and you have three small bouquets for another four days, and something for the balcony.',
    body: `On the fifth day a bouquet looks like guests at the end of a wedding: some are still dancing, some are asleep on chairs. Do not send everybody home because of the ones on the chairs.

## Sort

Take it apart on a newspaper and make three heaps.

- **Still dancing**: chrysanthemums, carnations, orchids, most greens. They have another week in them.
- **Tired**: roses whose heads hang, gerberas with soft necks. They are thirsty, not old.
- **Asleep**: whatever drops its petals when you lift it. Thank you, and good night.

## Cut and drink

Wash the vase with a drop of dish soap and rinse it well; what kills flowers is in the old water. Cut every stem by two fingers, at a slant. Roses that hang their heads go up to the neck into lukewarm water, wrapped in paper like a cone so that they stand straight. In two hours you know which of them are coming back. Most are.

No sugar, no aspirin, no coin. Clean water, every second day.

## Small again

What was one large bouquet is now three small ones. Use glasses instead of vases, and cut everything short: a short stem drinks more easily. One for the kitchen, one for the desk, one for the neighbour who asked.

{{hand-tied-bouquet|A hand-tied bouquet on the table|Day one. The next three bouquets are in it already.}}

## And then

Petals of roses and marigolds dry on a steel plate in two sunny afternoons, and keep for a year in a jar. The stems go on the compost, or under the curry leaf plant, chopped. The ribbon, if it was one of ours, is meant to be kept.

The next time that you are asked which flowers last longest, you can say: those that somebody looked at again on the fifth day.`,
  },
]
