import * as text from './chat-words.en.ts'

/**
 * The subject of a chat message that staff begin. The message starts with the person's name and the subject. The name
 * is null until the person has paid, because a stranger may have entered it with that phone number.
 */
export type ChatSubject =
  | { about: 'seat'; name: string | null; courseTitle: string; reference: string }
  | { about: 'place'; name: null; courseTitle: string }
  | { about: 'order'; name: string | null; number: string }
  | { about: 'enquiry'; name: null; enquiry: string }
  /**
   * A chat message to a recipient of flowers does not mention the order, because the recipient may not know about it.
   */
  | { about: 'flowers'; name: string | null }
  | { about: 'person'; name: string }

/** Writes `Hello Meena Krishnan, this is about your seat in Bridal Bouquets (MAL-7K3F-9QXD). `. */
export function chatWords(subject: ChatSubject): string {
  switch (subject.about) {
    case 'seat':
      return text.aboutSeat(subject)
    case 'place':
      return text.aboutPlace(subject)
    case 'order':
      return text.aboutOrder(subject)
    case 'enquiry':
      return text.aboutEnquiry(subject)
    case 'flowers':
      return text.aboutFlowers(subject)
    case 'person':
      return text.fromSchool(subject)
  }
}
