import { graphemesIn } from '../../contract/graphemes.ts'

const sizes = [24, 20, 17, 15, 13, 11, 9, 7, 5, 4] as const
/** The space for text in a gift card's frame, above the sender's name, in points. */
const room = { width: 305, height: 180 }
/** The width of a character and the height of a line, as parts of the font size. Tamil characters are the widest. */
const letter = 0.95
const line = 1.4

export function cardTextSize(message: string): number {
  const lengths = message.split('\n').map(graphemesIn)
  const fits = (size: number) => {
    const aLine = Math.floor(room.width / (size * letter))
    const lines = lengths.reduce((sum, length) => sum + Math.max(1, Math.ceil(length / aLine)), 0)
    return lines * size * line <= room.height
  }
  return sizes.find(fits) ?? 3
}
