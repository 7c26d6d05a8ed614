/** What a chat from the back office begins with: who is written to, and what about. */
export type ChatSubject =
  | { about: 'seat'; name: string; courseTitle: string; reference: string }
  | { about: 'place'; name: string; courseTitle: string }
  | { about: 'order'; name: string; number: string }
  | { about: 'enquiry'; name: string; enquiry: string }
  /** Whoever gets flowers may not know of the order. */
  | { about: 'flowers'; name: string }
  | { about: 'person'; name: string }

/** `Hello Meena Krishnan, about your seat in Bridal Bouquets (MAL-7K3F-9QXD): ` */
export function chatWords(subject: ChatSubject): string {
  return `Hello ${subject.name}, ${aboutIn(subject)}: `
}

function aboutIn(subject: ChatSubject): string {
  switch (subject.about) {
    case 'seat':
      return `about your seat in ${subject.courseTitle} (${subject.reference})`
    case 'place':
      return `about your place on the waiting list of ${subject.courseTitle}`
    case 'order':
      return `about your order ${subject.number}`
    case 'enquiry':
      return `you asked us about: ${subject.enquiry}`
    case 'flowers':
      return 'we have flowers for you'
    case 'person':
      return 'this is the flower school'
  }
}
