// The texts of calendar files and of the journal's feed in English.

export const starts = ({ time }: { time: string }) => `Starts at ${time}.`
export const calendar = ({ school }: { school: string }) => `${school} · Courses`

export const journal = ({ school }: { school: string }) => `${school} Journal`
export const journalLead = ({ school, city }: { school: string; city: string }) =>
  city ? `Notes on flowers from ${school} in ${city}.` : `Notes on flowers from ${school}.`
