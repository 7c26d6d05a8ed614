// The beginnings of chat messages from staff to visitors, in English. Staff type the rest after the blank. The name is
// null while the school does not know whose phone number it is.

interface Named {
  name: string | null
}

export const aboutSeat = ({
  name,
  courseTitle,
  reference,
}: Named & { courseTitle: string; reference: string }) =>
  name === null
    ? `Hello, this is about your seat in ${courseTitle} (${reference}). `
    : `Hello ${name}, this is about your seat in ${courseTitle} (${reference}). `
export const aboutPlace = ({ courseTitle }: { courseTitle: string }) =>
  `Hello, this is about your place on the waiting list for ${courseTitle}. `
export const aboutOrder = ({ name, number }: Named & { number: string }) =>
  name === null
    ? `Hello, this is about your order ${number}. `
    : `Hello ${name}, this is about your order ${number}. `
export const aboutEnquiry = ({ enquiry }: { enquiry: string }) =>
  `Hello, this is about your enquiry (${enquiry}). `
export const aboutFlowers = ({ name }: Named) =>
  name === null ? 'Hello, we have flowers for you. ' : `Hello ${name}, we have flowers for you. `
export const fromSchool = ({ name }: { name: string }) => `Hello ${name}, this is the flower school. `
